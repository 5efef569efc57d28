#include "solver/solved_forms.h"

namespace solver {

namespace {

constexpr std::size_t mostForms = 1'024; // remembered; then all are forgotten
constexpr std::size_t mostOfForm = 4;    // solutions, the latest first
constexpr std::size_t mostParts = 32;    // conditions remembered with a solution

/// Values for the inputs of a condition, where the part has them; false: some have others already.
bool bind(const Shape &part, const Model &values, const Shape &condition, Model &names) {
  Model fresh = names;
  for (std::size_t i = 0; i < part.inputs.size(); ++i) {
    const std::uint64_t value = values.at(part.inputs[i]);
    if (fresh.emplace(condition.inputs[i], value).first->second != value)
      return false;
  }
  names = std::move(fresh);
  return true;
}

} // namespace

/// The solution under the names that the slice has; empty: they do not fit.
std::vector<std::uint64_t> SolvedForms::candidate(const Slice &slice, std::size_t violated,
                                                  const Solved &solved) {
  Shapes &shapes = shapes_[slice.pool];
  Model names;
  if (!bind(solved.parts[0], solved.values, shapes.of(slice.conditions[violated]), names))
    return {};
  for (std::size_t i = 0; i < slice.conditions.size() && i < 4 * mostParts; ++i) {
    const Shape &condition = shapes.of(slice.conditions[i]);
    for (const Shape &part : solved.parts)
      if (part.hash == condition.hash && bind(part, solved.values, condition, names))
        break;
  }
  std::vector<std::uint64_t> values = slice.start;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const auto name = names.find(slice.tape.inputs()[i].number); name != names.end())
      values[i] = name->second;
  return values;
}

void SolvedForms::learn(const Slice &slice, std::size_t violated, const Sat &sat) {
  Solved solved;
  const auto add = [&](std::size_t condition) {
    const Shape &shape = shapes_[slice.pool].of(slice.conditions[condition]);
    if (!shape.isNone())
      solved.parts.push_back(shape);
  };
  add(violated);
  if (solved.parts.empty())
    return;
  for (std::size_t i = slice.conditions.size(); i-- > 0 && solved.parts.size() < mostParts;)
    if (i != violated)
      add(i);
  for (std::size_t i = 0; i < slice.start.size(); ++i)
    solved.values[slice.tape.inputs()[i].number] = slice.start[i];
  for (const auto &[input, value] : sat.model)
    solved.values[input] = value;
  if (solved_.size() >= mostForms)
    solved_.clear();
  std::deque<Solved> &known = solved_[solved.parts[0].hash];
  known.push_front(std::move(solved));
  if (known.size() > mostOfForm)
    known.pop_back();
}

Answer SolvedForms::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "solved forms");
  slice.tape.evaluate(slice.start);
  std::size_t violated = 0;
  while (violated < slice.conditions.size() && slice.tape.value(slice.tape.root(violated)) != 0)
    ++violated;
  if (violated == slice.conditions.size())
    return next_.solve(slice);
  const auto known = solved_.find(shapes_[slice.pool].of(slice.conditions[violated]).hash);
  if (known != solved_.end())
    for (const Solved &solved : known->second) {
      std::vector<std::uint64_t> values = candidate(slice, violated, solved);
      if (!values.empty() && slice.holds(values))
        return meter_.answered("solved forms", slice.solution(std::move(values)));
    }
  Answer answer = next_.solve(slice);
  if (const Sat *sat = std::get_if<Sat>(&answer))
    learn(slice, violated, *sat);
  return answer;
}

} // namespace solver
