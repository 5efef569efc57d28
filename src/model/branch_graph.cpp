#include "model/branch_graph.h"

#include <deque>

namespace model {

std::uint32_t BranchGraph::addPlace() {
  before_.emplace_back();
  return static_cast<std::uint32_t>(before_.size() - 1);
}

/// Breadth first, backwards; a branch costs one step, a place between branches none.
std::vector<std::uint32_t> BranchGraph::distances(const std::vector<bool> &wanted) const {
  std::vector<std::uint32_t> distance(before_.size(), unreachable);
  std::deque<std::uint32_t> queue;
  for (std::uint32_t i = 0; i < branches_; ++i)
    if (wanted[i]) {
      distance[i] = 0;
      queue.push_back(i);
    }
  while (!queue.empty()) {
    const std::uint32_t node = queue.front();
    queue.pop_front();
    // What comes before a branch has that branch still to take.
    const std::uint32_t reach = distance[node] + (node < branches_ ? 1 : 0);
    for (const std::uint32_t previous : before_[node]) {
      if (distance[previous] <= reach)
        continue;
      distance[previous] = reach;
      if (reach == distance[node])
        queue.push_front(previous);
      else
        queue.push_back(previous);
    }
  }
  distance.resize(branches_);
  return distance;
}

} // namespace model
