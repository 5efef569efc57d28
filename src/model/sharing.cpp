#include "model/sharing.h"

namespace model {

Sharing sharingOf(const Subject &subject, const Function &function) {
  const CallFacts &facts = function.facts;
  if (subject.program)
    return facts.startsThreads ? Sharing::None : Sharing::Loose;
  if (facts.inProcess)
    return Sharing::Complete;
  return facts.outsideEffect || facts.startsThreads ? Sharing::None : Sharing::Loose;
}

} // namespace model
