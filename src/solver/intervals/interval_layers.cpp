#include "solver/intervals/interval_layers.h"

#include "solver/intervals/branch_and_prune.h"
#include "solver/intervals/fewer_conditions.h"

#include <algorithm>

namespace solver::intervals {

namespace {

constexpr std::uint64_t mostWork = 300'000;
constexpr std::size_t mostTerms = 5000;       // of a query that is searched
constexpr std::size_t mostTermsOnce = 20'000; // and of one that ranges pass through
constexpr std::size_t mostIntegerTerms = 400; // where bits for a SAT solver cost more than ranges

/// The run's values, moved to the nearest ones that the conditions may hold for.
std::vector<std::uint64_t> movedInto(const Contractor &contractor, const Slice &slice) {
  std::vector<std::uint64_t> values = slice.start;
  for (const Variable &variable : variablesOf(slice.tape))
    variable.pieces.set(values,
                        contractor[variable.position].nearest(variable.pieces.bits(slice.start)));
  return values;
}

constexpr unsigned roundsOnce = 2;

/// What can't hold together, if ranges tell.
std::optional<Unsat> contradictionIn(const Slice &slice, Contractor &contractor) {
  constexpr std::uint64_t mostWorkForCore = 20'000;
  if (contractor.contract(roundsOnce))
    return {};
  const std::uint64_t end = contractor.work() + mostWorkForCore;
  const std::vector<bool> kept =
      withoutSuperfluous(slice.conditions.size(), [&](const std::vector<bool> &fewer) {
        if (contractor.work() > end)
          return false;
        contractor.require(fewer);
        return !contractor.contract(roundsOnce);
      });
  contractor.require(kept);
  Unsat unsat;
  unsat.core = indicesOf(kept);
  unsat.assumesLibm = contractor.usesLibm();
  return unsat;
}

/// Conditions that share an input with one that does not hold in the run.
std::vector<std::size_t> nearConditions(Slice &slice) {
  Tape &tape = slice.tape;
  tape.evaluate(slice.start);
  std::vector<bool> below(tape.size()), touches(tape.size());
  for (std::size_t i = 0; i < slice.conditions.size(); ++i)
    below[tape.root(i)] = tape.value(tape.root(i)) == 0;
  for (auto i = static_cast<std::uint32_t>(tape.size()); i-- > 0;)
    if (below[i])
      for (const std::uint32_t operand : {tape[i].a, tape[i].b, tape[i].c})
        if (operand != Tape::none)
          below[operand] = true;
  for (std::uint32_t i = 0; i < tape.size(); ++i) {
    touches[i] = below[i] && tape[i].input != Tape::none;
    for (const std::uint32_t operand : {tape[i].a, tape[i].b, tape[i].c})
      if (operand != Tape::none && touches[operand])
        touches[i] = true;
  }
  std::vector<std::size_t> near;
  for (std::size_t i = 0; i < slice.conditions.size(); ++i)
    if (touches[tape.root(i)])
      near.push_back(i);
  return near;
}

/// The run's inputs by number.
std::vector<std::uint64_t> currentOf(const Slice &slice) {
  std::vector<std::uint64_t> current;
  for (std::size_t i = 0; i < slice.start.size(); ++i) {
    const std::uint32_t number = slice.tape.inputs()[i].number;
    current.resize(std::max<std::size_t>(current.size(), number + std::size_t{1}));
    current[number] = slice.start[i];
  }
  return current;
}

} // namespace

/// Long paths: most contradictions are with a condition near by, and finding them there costs
/// little.
std::optional<Unsat> QuickIntervals::contradictionNearby(Slice &slice) {
  constexpr std::size_t manyConditions = 20;
  if (slice.conditions.size() < manyConditions)
    return {};
  const std::vector<std::size_t> near = nearConditions(slice);
  if (near.size() > slice.conditions.size() / 2)
    return {};
  std::vector<expr::TermId> conditions;
  for (const std::size_t condition : near)
    conditions.push_back(slice.conditions[condition]);
  const Slice part(slice.pool, std::move(conditions), currentOf(slice), scratch_);
  Contractor contractor(part.tape);
  std::optional<Unsat> unsat = contradictionIn(part, contractor);
  if (unsat)
    for (std::size_t &condition : unsat->core)
      condition = near[condition];
  return unsat;
}

Answer QuickIntervals::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "ranges");
  if (slice.tape.size() > (slice.tape.hasNumbers() ? mostTermsOnce : mostIntegerTerms))
    return next_.solve(slice);
  if (auto unsat = contradictionNearby(slice))
    return meter_.answered("ranges", std::move(*unsat));
  Contractor contractor(slice.tape);
  if (auto unsat = contradictionIn(slice, contractor))
    return meter_.answered("ranges", std::move(*unsat));
  std::vector<std::uint64_t> values = movedInto(contractor, slice);
  if (values != slice.start && slice.holds(values))
    return meter_.answered("ranges", slice.solution(std::move(values)));
  return next_.solve(slice);
}

Answer IntervalSearch::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "intervals");
  if (!slice.tape.hasNumbers() || slice.tape.size() > mostTerms)
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
