#include "solver/slicing.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace solver {

std::uint32_t Slicing::find(std::uint32_t input) {
  while (parents_[input] != input)
    input = parents_[input] = parents_[parents_[input]];
  return input;
}

void Slicing::join(std::uint32_t a, std::uint32_t b) {
  a = find(a);
  b = find(b);
  if (a != b)
    parents_[std::max(a, b)] = std::min(a, b);
}

/// Joins the inputs of each condition, then takes the conditions whose inputs are joined to those
/// of one that does not hold. Place 0 of the forest stands for no input; input i is at i + 1.
/// Conditions over an unknown set ("all") make it one slice.
std::vector<std::size_t> Slicing::choose(const Query &query, expr::InputSets &sets) {
  for (const expr::TermId condition : query.conditions)
    sets.of(condition);
  if (++round_ == 0) {
    setRound_.clear();
    round_ = 1;
  }
  setRound_.resize(std::max(setRound_.size(), sets.count()));
  std::size_t forest = 1;
  bool whole = false;
  std::vector<std::uint32_t> fresh; // sets of this query, each once
  for (const expr::TermId condition : query.conditions) {
    const std::uint32_t set = sets.of(condition);
    whole = whole || set == expr::InputSets::all;
    if (std::exchange(setRound_[set], round_) == round_ || sets[set].empty())
      continue;
    fresh.push_back(set);
    forest = std::max<std::size_t>(forest, sets[set].back() + 2);
  }
  parents_.resize(forest);
  std::iota(parents_.begin(), parents_.end(), 0);
  for (const std::uint32_t set : fresh)
    for (const std::uint32_t input : sets[set])
      join(sets[set].front() + 1, input + 1);

  const auto component = [&](expr::TermId condition) {
    const auto inputs = sets[sets.of(condition)];
    return whole || inputs.empty() ? 0 : find(inputs.front() + 1);
  };
  std::vector<bool> wanted(forest);
  for (const expr::TermId condition : query.conditions)
    if (!run_.holds(condition))
      wanted[component(condition)] = true;
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < query.conditions.size(); ++i)
    if (wanted[component(query.conditions[i])])
      chosen.push_back(i);
  return chosen;
}

Answer Slicing::solve(const Query &query) {
  const Meter::Scope scope(meter_, "slicing");
  run_.startFrom(query);
  const std::vector<std::size_t> places = choose(query, sets_[query.pool]);
  std::vector<expr::TermId> conditions;
  for (const std::size_t place : places)
    conditions.push_back(query.conditions[place]);
  Slice slice(query.pool, std::move(conditions), query.current, scratch_);
  slice.effort = query.effort;
  Answer answer = next_.solve(slice);
  if (Unsat *unsat = std::get_if<Unsat>(&answer))
    for (std::size_t &condition : unsat->core)
      condition = places[condition];
  return answer;
}

} // namespace solver
