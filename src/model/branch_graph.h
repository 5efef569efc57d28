#pragma once

#include "model/branch.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace model {

/// Which branches may follow which, through calls and returns: how far a run at one branch is from
/// another. An over-approximation (returns go to every caller), good for choosing, not for proving.
class BranchGraph {
public:
  static constexpr std::uint32_t unreachable = std::numeric_limits<std::uint32_t>::max();

  /// The first `branches` nodes are branches, by number; later ones are places between them.
  explicit BranchGraph(std::size_t branches = 0)
      : branches_(branches), before_(branches), after_(branches), loose_(branches) {}

  std::uint32_t addPlace();
  void addEdge(std::uint32_t from, std::uint32_t to) {
    before_[to].push_back(from);
    after_[from].push_back(to);
  }
  /// A way that a run may go, but that says nothing of distances: through a pointer, or by a
  /// library that calls back.
  void addLooseEdge(std::uint32_t from, std::uint32_t to) { loose_[from].push_back(to); }
  /// Where the body of a function begins; several units may have one.
  void addBody(const std::string &symbol, std::uint32_t place) { bodies_[symbol].push_back(place); }
  /// Whatever may call anything calls this, too. `comesBySelf`: it may run at any time (handlers of
  /// signals, threads of constructors).
  void setOutside(std::uint32_t place, bool comesBySelf) {
    outside_ = place;
    comesBySelf_ = comesBySelf;
  }
  void openToOutside(const std::string &symbol);

  /// Whether a run that starts in this function may take these branches and no others: each lies on
  /// a way that leads over others of them. Nothing is said (true) of a function without body.
  bool connects(const std::string &symbol, const std::vector<BranchId> &taken) const;

  /// For each branch, how many branches a run that just took it must at least take to have taken a
  /// wanted one; 0 for wanted ones.
  std::vector<std::uint32_t> distances(const std::vector<bool> &wanted) const;

private:
  std::size_t branches_;
  std::vector<std::vector<std::uint32_t>> before_, after_, loose_;
  std::map<std::string, std::vector<std::uint32_t>> bodies_;
  std::uint32_t outside_ = unreachable; // the place of code that nobody sees
  bool comesBySelf_ = false;
};

} // namespace model
