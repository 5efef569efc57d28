#include "solver/intervals/interval_layers.h"

#include "solver/intervals/branch_and_prune.h"
#include "solver/intervals/fewer_conditions.h"

namespace solver::intervals {

namespace {

constexpr std::uint64_t mostWork = 300'000;

/// The run's values, moved to the nearest ones that the conditions may hold for.
std::vector<std::uint64_t> movedInto(const Contractor &contractor, const Slice &slice) {
  std::vector<std::uint64_t> values = slice.start;
  for (const Variable &variable : variablesOf(slice.tape))
    variable.set(values, contractor[variable.position].nearest(variable.bitsIn(slice.start)),
                 slice.tape);
  return values;
}

} // namespace

Answer QuickIntervals::solve(Slice &slice) {
  constexpr unsigned mostRounds = 2;
  constexpr std::uint64_t mostWorkForCore = 20'000;
  const Meter::Scope scope(meter_, "ranges");
  Contractor contractor(slice.tape);
  if (contractor.contract(mostRounds)) {
    std::vector<std::uint64_t> values = movedInto(contractor, slice);
    if (values != slice.start && slice.holds(values))
      return meter_.answered("ranges", slice.solution(std::move(values)));
    return next_.solve(slice);
  }
  const std::uint64_t end = contractor.work() + mostWorkForCore;
  const std::vector<bool> kept =
      withoutSuperfluous(slice.conditions.size(), [&](const std::vector<bool> &fewer) {
        if (contractor.work() > end)
          return false;
        contractor.require(fewer);
        return !contractor.contract(mostRounds);
      });
  contractor.require(kept);
  Unsat unsat;
  unsat.core = indicesOf(kept);
  unsat.assumesLibm = contractor.usesLibm();
  return meter_.answered("ranges", std::move(unsat));
}

Answer IntervalSearch::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "intervals");
  if (!slice.tape.hasNumbers())
    return next_.solve(slice);
  BranchAndPrune search(slice, mostWork);
  BranchAndPrune::Outcome outcome = search.run();
  if (outcome.found)
    return meter_.answered("intervals", slice.solution(std::move(*outcome.found)));
  if (!outcome.isProved) {
    slice.seeds.insert(slice.seeds.end(), outcome.seeds.begin(), outcome.seeds.end());
    return next_.solve(slice);
  }
  Unsat unsat;
  unsat.core = search.core();
  unsat.assumesLibm = search.usesLibm();
  return meter_.answered("intervals", std::move(unsat));
}

} // namespace solver::intervals
