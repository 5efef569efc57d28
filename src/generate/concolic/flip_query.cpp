#include "generate/concolic/flip_query.h"

#include "generate/concolic/evidence.h"

namespace generate {

using trace::Event;

namespace {

/// How often more decisions are left open for one flip.
constexpr unsigned mostGuesses = 4;
/// Nothing is measured by a larger number, in the first place or the second (Restraint).
constexpr std::uint64_t longestArray = 4096;

/// A value is held in many places where only one of a few others leads on: none is asked for twice.
Flip withoutKnown(Flip flip, const std::set<std::uint64_t> &known) {
  expr::Pool &pool = flip.path->pool();
  const expr::TermId term = flip.path->trace().events[flip.event].term;
  for (const std::uint64_t value : known)
    flip.alternative.condition =
        pool.conjunction(flip.alternative.condition,
                         pool.negation(pool.equal(term, pool.constant(pool[term].width, value))));
  return flip;
}

/// Long arrays only where short ones won't do, and what is better to have first.
solver::Answer ask(const Flip &flip, const FlipQuery &query, const EventSet &leftOpen,
                   solver::Solver &solver) {
  Alternative alternative = flip.alternative;
  const auto solve = [&](const Restraint &restraint) {
    solver::Query asked = flip.path->query(flip.event, alternative, restraint, leftOpen);
    asked.effort = query.effort;
    return solver.solve(asked);
  };
  for (const expr::TermId rather : flip.alternative.rather) {
    alternative.condition = flip.path->pool().conjunction(flip.alternative.condition, rather);
    if (solver::Answer answer = solve(query.restraint); std::holds_alternative<solver::Sat>(answer))
      return answer;
  }
  alternative.condition = flip.alternative.condition;
  solver::Answer answer = solve(query.restraint);
  if (!std::holds_alternative<solver::Unsat>(answer) || !flip.path->hasLengths())
    return answer;
  return solve({.longest = longestArray, .bits = query.restraint.bits});
}

/// Adds the decisions without a marker that a contradiction names; false: there are none.
bool leaveOpen(const Flip &flip, const std::vector<std::size_t> &core, EventSet &leftOpen) {
  const std::size_t before = leftOpen.size();
  for (const std::size_t condition : core)
    if (const auto event = flip.path->eventOf(condition); event && *event < flip.event)
      if (flip.path->trace().events[*event].kind == Event::Kind::Condition)
        leftOpen.insert(*event);
  return leftOpen.size() > before;
}

} // namespace

FlipAnswer solve(const FlipQuery &query, solver::Solver &solver) {
  const Flip flip = withoutKnown(query.flip, query.known);
  FlipAnswer result{ask(flip, query, {}, solver), std::nullopt};
  if (query.effort == solver::Effort::Full &&
      std::holds_alternative<solver::Unknown>(result.answer))
    result.hardParts = hardParts(flip.path->pool(), flip.alternative.condition);
  solver::Answer last = result.answer;
  const bool isAimed = flip.alternative.target || isError(flip.alternative.step);
  for (unsigned round = 0; isAimed && round < mostGuesses; ++round) {
    const auto *unsat = std::get_if<solver::Unsat>(&last);
    if (!unsat || !leaveOpen(flip, unsat->core, result.leftOpen))
      break;
    last = ask(flip, query, result.leftOpen, solver);
  }
  if (auto *sat = std::get_if<solver::Sat>(&last))
    result.assignment = std::move(sat->assignment);
  return result;
}

} // namespace generate
