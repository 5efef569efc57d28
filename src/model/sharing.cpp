#include "model/sharing.h"

#include <algorithm>

namespace model {

Sharing sharingOf(const Subject &subject, const Function &function) {
  const CallFacts &facts = function.facts;
  if (subject.program) { // what C++'s streams keep of a run is not put back
    const bool isCxx = std::ranges::any_of(subject.units, &Unit::isCxx);
    return isCxx || facts.startsThreads ? Sharing::None : Sharing::Loose;
  }
  if (facts.inProcess)
    return Sharing::Complete;
  return facts.outsideEffect || facts.startsThreads ? Sharing::None : Sharing::Loose;
}

} // namespace model
