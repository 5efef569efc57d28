#include "solver/z3/integers_layer.h"

namespace solver::z3worker {

Answer IntegersLayer::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "integers");
  if (!slice.tape.hasNumbers())
    if (auto answer = z3_.solveOverIntegers(slice)) {
      Answer counted = meter_.answered("integers", std::move(*answer));
      if (!std::holds_alternative<Unknown>(counted))
        return counted;
    }
  return next_.solve(slice);
}

} // namespace solver::z3worker
