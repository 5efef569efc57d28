#include "model/branch_graph.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

// Distances are found breadth first, backwards; a branch costs one step, a place between branches
// none. A shortest way goes through the outside at most once, so it is entered after the rest: all
// that calls it is as far away as the nearest place it may lead to, and a detour.

namespace model {
namespace {

/// Lowers distances from what is queued (nodes of one distance, or of two neighbouring ones in
/// order).
void spread(std::deque<std::uint32_t> queue, std::size_t branches,
            const std::vector<std::vector<std::uint32_t>> &before,
            std::vector<std::uint32_t> &distance) {
  while (!queue.empty()) {
    const std::uint32_t node = queue.front();
    queue.pop_front();
    // What comes before a branch has that branch still to take.
    const std::uint32_t reach = distance[node] + (node < branches ? 1 : 0);
    for (const std::uint32_t previous : before[node]) {
      if (distance[previous] <= reach)
        continue;
      distance[previous] = reach;
      if (reach == distance[node])
        queue.push_front(previous);
      else
        queue.push_back(previous);
    }
  }
}

} // namespace

std::uint32_t BranchGraph::addPlace() {
  before_.emplace_back();
  after_.emplace_back();
  for (std::vector<bool> *each : {&callsOutside_, &isEntry_, &isEnd_})
    each->push_back(false);
  return static_cast<std::uint32_t>(before_.size() - 1);
}

std::vector<std::uint32_t> BranchGraph::distances(const std::vector<bool> &wanted) const {
  std::vector<std::uint32_t> distance(before_.size(), unreachable);
  std::deque<std::uint32_t> queue;
  for (std::uint32_t i = 0; i < branches_; ++i)
    if (wanted[i]) {
      distance[i] = 0;
      queue.push_back(i);
    }
  const bool isAnyWanted = !queue.empty();
  spread(std::move(queue), branches_, before_, distance);

  // What an entry leads to is still to be taken, as it is behind any place.
  std::uint32_t outside = unreachable;
  for (const auto *leadsTo : {&calledFromOutside_, &outsideReturns_})
    for (const std::uint32_t node : *leadsTo)
      outside = std::min(outside, distance[node]);
  if (outside != unreachable) {
    outside += detour;
    const auto lower = [&](std::uint32_t node) {
      if (distance[node] > outside) {
        distance[node] = outside;
        queue.push_back(node);
      }
    };
    queue.clear();
    for (std::uint32_t i = 0; i < callsOutside_.size(); ++i)
      if (callsOutside_[i])
        lower(i);
    for (const std::uint32_t node : endOutside_)
      lower(node);
    spread(std::move(queue), branches_, before_, distance);
  }
  if (comesBySelf_ && isAnyWanted) // other threads, and what a handler interrupts, go on
    for (std::uint32_t &each : distance)
      each = std::min(each, std::min(outside, 2 * detour));
  distance.resize(branches_);
  return distance;
}

void BranchGraph::markEnds(const Body &body) {
  isEntry_[body.entry] = true;
  isEnd_[body.exit] = isEnd_[body.unwind] = true;
}

void BranchGraph::openToOutside(const Body &body) {
  calledFromOutside_.push_back(body.entry);
  endOutside_.push_back(body.exit);
  endOutside_.push_back(body.unwind);
}

void BranchGraph::openToOutside(const std::string &symbol) {
  if (const auto found = bodies_.find(symbol); found != bodies_.end())
    for (const Body &body : found->second)
      openToOutside(body);
}

/// Which nodes of `open` are left once a run that starts in these functions has gone everywhere it
/// can, entering no others.
std::vector<bool> BranchGraph::walk(const std::vector<std::string> &symbols,
                                    std::vector<bool> open) const {
  std::vector<std::uint32_t> queue;
  const auto enter = [&](std::uint32_t node) {
    if (open[node]) {
      open[node] = false;
      queue.push_back(node);
    }
  };
  bool isOutside = false;
  const auto goOutside = [&] {
    if (!isOutside)
      std::ranges::for_each(calledFromOutside_, enter);
    isOutside = true;
  };
  for (const std::string &symbol : symbols)
    if (const auto found = bodies_.find(symbol); found != bodies_.end())
      for (const Body &body : found->second)
        enter(body.entry);
  if (comesBySelf_)
    goOutside();
  while (!queue.empty()) {
    const std::uint32_t node = queue.back();
    queue.pop_back();
    std::ranges::for_each(after_[node], enter);
    if (callsOutside_[node])
      goOutside();
  }
  return open;
}

bool BranchGraph::connects(const std::vector<std::string> &symbols,
                           const std::vector<BranchId> &taken) const {
  if (!std::ranges::all_of(symbols, [&](const auto &symbol) { return bodies_.contains(symbol); }))
    return true;
  std::vector<bool> open(before_.size(), true);
  std::fill_n(open.begin(), branches_, false);
  for (const BranchId branch : taken)
    open[branch.index] = true;
  open = walk(symbols, std::move(open));
  return std::none_of(taken.begin(), taken.end(),
                      [&](BranchId branch) { return open[branch.index]; });
}

std::vector<bool> BranchGraph::reachableFrom(const std::vector<std::string> &symbols) const {
  if (!std::ranges::all_of(symbols, [&](const auto &symbol) { return bodies_.contains(symbol); }))
    return std::vector<bool>(branches_, true);
  std::vector<bool> reached = walk(symbols, std::vector<bool>(before_.size(), true));
  reached.resize(branches_);
  reached.flip();
  return reached;
}

std::vector<BranchId> BranchGraph::siblings(BranchId branch) const {
  std::set<BranchId> found;
  for (const std::uint32_t decision : before_[branch.index])
    for (const std::uint32_t outcome : after_[decision])
      if (outcome < branches_ && outcome != branch.index)
        found.insert(BranchId(outcome));
  return {found.begin(), found.end()};
}

std::vector<BranchId> BranchGraph::inFrontOf(BranchId branch, const std::vector<bool> &taken,
                                             std::size_t most) const {
  constexpr std::size_t mostNodes = 4096; // where ways are many, none is near
  // Inside of a call that was entered at its end, its entry is where the way ends: edges lead from
  // there to all who call it, and each call has an edge around it, too.
  using Place = std::pair<std::uint32_t, bool>;
  std::set<Place> seen = {{branch.index, false}};
  std::deque<Place> queue = {{branch.index, false}};
  std::vector<BranchId> found;
  while (!queue.empty() && found.size() < most && seen.size() < mostNodes) {
    const auto [node, isInside] = queue.front();
    queue.pop_front();
    if (isInside && isEntry_[node])
      continue;
    for (const std::uint32_t previous : before_[node]) {
      const bool isBranch = previous < branches_;
      const Place place{previous, isInside || isEnd_[previous]};
      if ((isBranch && taken[previous]) || !seen.insert(place).second)
        continue;
      if (isBranch) {
        found.emplace_back(previous);
        queue.push_back(place);
      } else {
        queue.push_front(place);
      }
    }
  }
  return found;
}

} // namespace model
