#pragma once

#include "expr/pool.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace merged {

/// Under which condition control is somewhere: a node of a tree whose root is "always". A decision
/// makes a child; two that meet again become their common ancestor with one choice below it, or the
/// ancestor itself if they are all there was.
using GuardId = std::uint32_t;
constexpr GuardId always = 0;

class Guards {
public:
  /// The pool must outlive it.
  explicit Guards(expr::Pool &pool) : pool_(pool) {
    nodes_.push_back({always, pool.boolean(true), 0, pool.boolean(true)});
  }

  /// The guard and a condition more; none if they can't both hold, as far as is seen at once.
  std::optional<GuardId> with(GuardId guard, expr::TermId condition);
  expr::TermId termOf(GuardId guard) const { return nodes_[guard].whole; }

  struct Joined {
    GuardId guard = always;
    expr::TermId isFirst; // where they meet: whether control came from the first
  };
  /// Of two that exclude each other.
  Joined join(GuardId first, GuardId second);

private:
  struct Node {
    GuardId parent;
    expr::TermId literal;
    std::uint32_t depth;
    expr::TermId whole;
  };
  GuardId commonAncestor(GuardId a, GuardId b) const;
  expr::TermId below(GuardId ancestor, GuardId guard);

  expr::Pool &pool_;
  std::vector<Node> nodes_;
  std::map<std::pair<GuardId, expr::TermId>, GuardId> children_;
  std::map<std::pair<GuardId, GuardId>, expr::TermId> below_; // ancestor, guard
};

} // namespace merged
