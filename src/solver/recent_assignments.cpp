#include "solver/recent_assignments.h"

#include <algorithm>
#include <numeric>

namespace solver {

namespace {

constexpr std::size_t mostEntries = 256, mostAssignments = 8, mostInputs = 4096;

} // namespace

RecentAssignments::Entry &RecentAssignments::entryOf(std::vector<std::uint32_t> inputs) {
  auto found = entries_.find(inputs);
  if (found == entries_.end()) {
    if (entries_.size() == mostEntries)
      entries_.erase(
          std::min_element(entries_.begin(), entries_.end(), [](const auto &a, const auto &b) {
            return a.second.used < b.second.used;
          }));
    found = entries_.emplace(std::move(inputs), Entry{}).first;
  }
  found->second.used = ++queries_;
  return found->second;
}

Answer RecentAssignments::solve(Slice &slice) {
  const Meter::Scope scope(meter_, "recent assignments");
  const auto &inputs = slice.tape.inputs();
  if (inputs.size() > mostInputs)
    return next_.solve(slice);
  // The tape has the inputs in the order in which it met them; here they are in ascending order.
  std::vector<std::size_t> places(inputs.size());
  std::iota(places.begin(), places.end(), 0);
  std::sort(places.begin(), places.end(),
            [&](std::size_t a, std::size_t b) { return inputs[a].number < inputs[b].number; });
  std::vector<std::uint32_t> key;
  for (const std::size_t place : places)
    key.push_back(inputs[place].number);
  Entry &entry = entryOf(std::move(key));
  Values values = slice.start;
  for (auto assignment = entry.values.begin(); assignment != entry.values.end(); ++assignment) {
    for (std::size_t i = 0; i < places.size(); ++i)
      values[places[i]] = (*assignment)[i] & expr::maskOf(inputs[places[i]].width);
    if (!slice.holds(values))
      continue;
    std::rotate(entry.values.begin(), assignment, assignment + 1);
    return meter_.answered("recent assignments", slice.solution(std::move(values)));
  }
  Answer answer = next_.solve(slice);
  if (const Sat *sat = std::get_if<Sat>(&answer)) {
    Values solution;
    for (const std::size_t place : places) {
      const auto changed = sat->assignment.find(inputs[place].number);
      solution.push_back(changed != sat->assignment.end() ? changed->second : slice.start[place]);
    }
    entry.values.push_front(std::move(solution));
    if (entry.values.size() > mostAssignments)
      entry.values.pop_back();
  }
  return answer;
}

} // namespace solver
