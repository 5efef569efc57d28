#include "model/branch_graph.h"

#include <algorithm>
#include <deque>

namespace model {

std::uint32_t BranchGraph::addPlace() {
  before_.emplace_back();
  after_.emplace_back();
  loose_.emplace_back();
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

void BranchGraph::openToOutside(const std::string &symbol) {
  const auto found = bodies_.find(symbol);
  if (outside_ == unreachable || found == bodies_.end())
    return;
  for (const std::uint32_t body : found->second)
    addLooseEdge(outside_, body);
}

bool BranchGraph::connects(const std::string &symbol, const std::vector<BranchId> &taken) const {
  const auto start = bodies_.find(symbol);
  if (start == bodies_.end())
    return true;
  std::vector<bool> open(before_.size(), true); // may be entered, and was not yet
  std::fill_n(open.begin(), branches_, false);
  for (const BranchId branch : taken)
    open[branch.index] = true;
  std::vector<std::uint32_t> queue;
  const auto enter = [&](const std::vector<std::uint32_t> &nodes) {
    for (const std::uint32_t node : nodes)
      if (open[node]) {
        open[node] = false;
        queue.push_back(node);
      }
  };
  enter(start->second);
  if (comesBySelf_)
    enter({outside_});
  while (!queue.empty()) {
    const std::uint32_t node = queue.back();
    queue.pop_back();
    enter(after_[node]);
    enter(loose_[node]);
  }
  return std::none_of(taken.begin(), taken.end(),
                      [&](BranchId branch) { return open[branch.index]; });
}

} // namespace model
