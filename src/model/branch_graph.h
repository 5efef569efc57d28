#pragma once

#include "model/branch.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace model {

/// Which branches may follow which, through calls and returns: how far a run at one branch is from
/// another. An over-approximation (returns go to every caller), good for choosing, not for proving.
class BranchGraph {
public:
  static constexpr std::uint32_t unreachable = std::numeric_limits<std::uint32_t>::max();

  /// The first `branches` nodes are branches, by number; later ones are places between them.
  explicit BranchGraph(std::size_t branches = 0) : branches_(branches), before_(branches) {}

  std::uint32_t addPlace();
  void addEdge(std::uint32_t from, std::uint32_t to) { before_[to].push_back(from); }

  /// For each branch, how many branches a run that just took it must at least take to have taken a
  /// wanted one; 0 for wanted ones.
  std::vector<std::uint32_t> distances(const std::vector<bool> &wanted) const;

private:
  std::size_t branches_;
  std::vector<std::vector<std::uint32_t>> before_;
};

} // namespace model
