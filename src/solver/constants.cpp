#include "solver/constants.h"

#include <algorithm>

namespace solver {

Answer Constants::solve(const Query &query) {
  const Meter::Scope scope(meter_, "constants");
  expr::Pool &pool = query.pool;
  run_.startFrom(query);
  places_.clear();
  Query rest{pool, {}, {}, query.effort};
  std::vector<std::size_t> places, violated;
  for (std::size_t i = 0; i < query.conditions.size(); ++i) {
    const expr::TermId condition = query.conditions[i];
    if (places_[condition] != TermMarks::none)
      continue;
    places_.set(condition, static_cast<std::uint32_t>(i));
    const bool holds = run_.holds(condition);
    if (pool.isConstant(condition)) {
      if (!holds)
        return meter_.answered("constants", Unsat{{i}});
      continue;
    }
    if (!holds)
      violated.push_back(i);
    rest.conditions.push_back(condition);
    places.push_back(i);
  }
  if (violated.empty())
    return meter_.answered("constants", Sat{});
  // Of a condition and its negation one does not hold in the run: no need to negate the others.
  for (const std::size_t i : violated) {
    const std::uint32_t other = places_[pool.negation(query.conditions[i])];
    if (other != TermMarks::none)
      return meter_.answered(
          "constants", Unsat{{std::min<std::size_t>(i, other), std::max<std::size_t>(i, other)}});
  }
  rest.current = query.current;
  Answer answer = next_.solve(rest);
  if (Unsat *unsat = std::get_if<Unsat>(&answer))
    for (std::size_t &condition : unsat->core)
      condition = places[condition];
  return answer;
}

} // namespace solver
