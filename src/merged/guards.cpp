#include "merged/guards.h"

namespace merged {

using expr::TermId;

std::optional<GuardId> Guards::with(GuardId guard, TermId condition) {
  if (pool_.isConstant(condition))
    return pool_[condition].value ? std::optional(guard) : std::nullopt;
  const TermId whole = pool_.conjunction(nodes_[guard].whole, condition);
  if (pool_.isConstant(whole) && !pool_[whole].value)
    return std::nullopt;
  if (whole == nodes_[guard].whole)
    return guard;
  const auto [known, isNew] =
      children_.try_emplace({guard, condition}, static_cast<GuardId>(nodes_.size()));
  if (isNew)
    nodes_.push_back({guard, condition, nodes_[guard].depth + 1, whole});
  return known->second;
}

GuardId Guards::commonAncestor(GuardId a, GuardId b) const {
  while (a != b)
    (nodes_[a].depth >= nodes_[b].depth ? a : b) =
        nodes_[nodes_[a].depth >= nodes_[b].depth ? a : b].parent;
  return a;
}

/// Rounds of a loop leave it one after the other, each with one decision more than the one before:
/// what is above that decision was asked for before.
TermId Guards::below(GuardId ancestor, GuardId guard) {
  std::vector<GuardId> unknown;
  TermId all = pool_.boolean(true);
  for (; guard != ancestor; guard = nodes_[guard].parent) {
    if (const auto known = below_.find({ancestor, guard}); known != below_.end()) {
      all = known->second;
      break;
    }
    unknown.push_back(guard);
  }
  for (auto each = unknown.rbegin(); each != unknown.rend(); ++each) {
    all = pool_.conjunction(all, nodes_[*each].literal);
    below_.emplace(std::pair(ancestor, *each), all);
  }
  return all;
}

Guards::Joined Guards::join(GuardId first, GuardId second) {
  const GuardId ancestor = commonAncestor(first, second);
  const TermId isFirst = below(ancestor, first);
  const TermId either = pool_.disjunction(isFirst, below(ancestor, second));
  return {with(ancestor, either).value_or(first), isFirst};
}

} // namespace merged
