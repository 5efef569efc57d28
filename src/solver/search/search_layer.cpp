#include "solver/search/search_layer.h"

#include "solver/search/descent.h"

#include <optional>

namespace solver::search {

namespace {

std::optional<Values> found(Slice &slice, FitnessCompiler &compiler, Effort effort) {
  Problem problem(slice, compiler, static_cast<std::uint64_t>(effort));
  for (std::size_t round = 0; !problem.isOver(); ++round) {
    Point point = problem.pointAt(round == 0                    ? slice.start
                                  : round <= slice.seeds.size() ? slice.seeds[round - 1]
                                                                : scattered(problem));
    descend(problem, point);
    if (point.isSolution() && slice.holds(point.values))
      return std::move(point.values);
  }
  return {};
}

} // namespace

Answer SearchLayer::solve(Slice &slice) {
  const char *const name = effort_ == Effort::Quick ? "search" : "thorough search";
  const Meter::Scope scope(meter_, name);
  if (slice.tape.hasNumbers())
    if (auto values = found(slice, compiler_, effort_))
      return meter_.answered(name, slice.solution(std::move(*values)));
  return next_.solve(slice);
}

} // namespace solver::search
