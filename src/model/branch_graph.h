#pragma once

#include "model/branch.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace model {

/// Which branches may follow which, through calls, returns, exceptions and jumps: how far a run at
/// one branch is from another. An over-approximation (returns go to every caller), good for
/// choosing and for disbelieving, not for proving.
///
/// Code that nobody sees (libraries, assembly, what a pointer that was cast leads to) is one node,
/// the outside: what calls it may come to whatever it may call, and back to wherever it was called.
class BranchGraph {
public:
  static constexpr std::uint32_t unreachable = std::numeric_limits<std::uint32_t>::max();
  /// How far it is through the outside: ways that are seen come first.
  static constexpr std::uint32_t detour = 16;

  /// The first `branches` nodes are branches, by number; later ones are places between them.
  explicit BranchGraph(std::size_t branches = 0)
      : branches_(branches), before_(branches), after_(branches), callsOutside_(branches),
        isEntry_(branches), isEnd_(branches) {}

  std::size_t branchCount() const { return branches_; }
  std::uint32_t addPlace();
  void addEdge(std::uint32_t from, std::uint32_t to) {
    before_[to].push_back(from);
    after_[from].push_back(to);
  }
  /// The body of a function: where it begins and ends, and where exceptions leave it.
  struct Body {
    std::uint32_t entry = 0, exit = 0, unwind = 0;
  };
  /// So that a way into its end is known from one that comes to its entry.
  void markEnds(const Body &body);
  /// Several units may have one.
  void addBody(const std::string &symbol, const Body &body) { bodies_[symbol].push_back(body); }

  /// Here the outside is called.
  void addOutsideCall(std::uint32_t place) { callsOutside_[place] = true; }
  /// The outside may come back to this place: behind a call of it, or a handler around one.
  void addOutsideReturn(std::uint32_t place) { outsideReturns_.push_back(place); }
  /// The outside may call this.
  void openToOutside(const Body &body);
  void openToOutside(const std::string &symbol);
  /// What the outside may call runs at any time: handlers of signals, threads.
  void letOutsideComeBySelf() { comesBySelf_ = true; }

  /// Whether a run that starts in these functions, one after the other, may take these branches and
  /// no others: each lies on a way that leads over others of them. Nothing is said (true) of a
  /// function without body.
  bool connects(const std::vector<std::string> &symbols, const std::vector<BranchId> &taken) const;

  /// For each branch, whether a run that starts in one of these functions may take it. Nothing is
  /// said (true) if one of them has no body.
  std::vector<bool> reachableFrom(const std::vector<std::string> &symbols) const;

  /// For each branch, how many branches a run that just took it must at least take to have taken a
  /// wanted one, a way through the outside counting as `detour`; 0 for wanted ones.
  std::vector<std::uint32_t> distances(const std::vector<bool> &wanted) const;

  /// The other outcomes of the decision that a branch is one of; sorted.
  std::vector<BranchId> siblings(BranchId branch) const;
  /// Branches that come before one on ways that lead over none that is `taken`, the nearest first,
  /// at most so many. (Ways through the outside are left out; who comes out of a call went into it
  /// at that place.)
  std::vector<BranchId> inFrontOf(BranchId branch, const std::vector<bool> &taken,
                                  std::size_t most) const;

private:
  std::vector<bool> walk(const std::vector<std::string> &symbols, std::vector<bool> open) const;

  std::size_t branches_;
  std::vector<std::vector<std::uint32_t>> before_, after_;
  std::map<std::string, std::vector<Body>> bodies_;
  std::vector<bool> callsOutside_, isEntry_, isEnd_;          // by node
  std::vector<std::uint32_t> outsideReturns_;                 // where it comes back
  std::vector<std::uint32_t> calledFromOutside_, endOutside_; // of bodies that it may call
  bool comesBySelf_ = false;
};

} // namespace model
