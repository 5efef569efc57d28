#include "solver/z3/reals_layer.h"

namespace solver::z3worker {

namespace {

constexpr std::size_t mostTerms = 2000; // polynomials of more are hopeless

} // namespace

Answer RealsLayer::solve(Slice &slice) {
  {
    const Meter::Scope scope(meter_, "reals");
    if (slice.tape.hasNumbers() && slice.tape.size() <= mostTerms)
      if (auto values = z3_.solveOverReals(slice)) {
        if (slice.holds(*values))
          return meter_.answered("reals", slice.solution(std::move(*values)));
        meter_.note("reals: a seed");
        slice.seeds.push_back(std::move(*values));
      }
  }
  return next_.solve(slice);
}

} // namespace solver::z3worker
