#include "solver/linear_first.h"

#include <algorithm>

namespace solver {

namespace {

/// Conditions that are no constants, and which ones they are.
struct Rest {
  std::vector<expr::TermId> conditions;
  std::vector<std::size_t> places;
  bool contradictory = false;
};

Rest withoutConstants(const expr::Pool &pool, const std::vector<expr::TermId> &conditions) {
  Rest rest;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    if (!pool.isConstant(conditions[i])) {
      rest.conditions.push_back(conditions[i]);
      rest.places.push_back(i);
    } else if (pool[conditions[i]].value == 0) {
      rest.contradictory = true;
    }
  }
  return rest;
}

} // namespace

/// Unknown: the linear query does not decide.
Answer LinearFirst::ask(Slice &slice) {
  Linearised &path = paths_[slice.pool];
  const Linearised::Conditions linear = path.conditions(slice);
  Rest rest = withoutConstants(path.pool(), linear.terms);
  if (rest.contradictory) // only what was replaced can make a condition constant
    return Unknown{"what was replaced is in the way"};
  std::vector<std::uint64_t> current;
  for (std::size_t i = 0; i < slice.start.size(); ++i) {
    const std::uint32_t number = slice.tape.inputs()[i].number;
    current.resize(std::max<std::size_t>(current.size(), number + 1));
    current[number] = slice.start[i];
  }
  Slice query(path.pool(), std::move(rest.conditions), current, scratch_);
  query.effort = slice.effort;
  const Answer answer = linear_.solve(query);
  if (const Sat *sat = std::get_if<Sat>(&answer)) {
    std::vector<std::uint64_t> values = slice.start;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (const auto found = sat->assignment.find(slice.tape.inputs()[i].number);
          found != sat->assignment.end())
        values[i] = found->second;
    return slice.holds(values) ? Answer(slice.solution(std::move(values)))
                               : Answer(Unknown{"wrong assignment"});
  }
  const Unsat *unsat = std::get_if<Unsat>(&answer);
  if (!unsat)
    return Unknown{"undecided"};
  Unsat proof;
  proof.assumesLibm = unsat->assumesLibm;
  for (const std::size_t place : unsat->core) {
    const std::size_t condition = rest.places[place];
    if (condition >= linear.replaced.size() || linear.replaced[condition])
      return Unknown{"what was replaced is in the way"};
    proof.core.push_back(condition);
  }
  return proof;
}

Answer LinearFirst::solve(Slice &slice) {
  if (!Linearised::hasWork(slice.tape))
    return next_.solve(slice);
  const Meter::Scope scope(meter_, "linear");
  Answer answer = meter_.answered("linear", ask(slice));
  return std::holds_alternative<Unknown>(answer) ? next_.solve(slice) : answer;
}

} // namespace solver
