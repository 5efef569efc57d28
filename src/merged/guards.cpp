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

TermId Guards::below(GuardId ancestor, GuardId guard) {
  TermId all = pool_.boolean(true);
  for (; guard != ancestor; guard = nodes_[guard].parent)
    all = pool_.conjunction(nodes_[guard].literal, all);
  return all;
}

Guards::Joined Guards::join(GuardId first, GuardId second) {
  const GuardId ancestor = commonAncestor(first, second);
  const TermId isFirst = below(ancestor, first);
  const TermId either = pool_.disjunction(isFirst, below(ancestor, second));
  return {with(ancestor, either).value_or(first), isFirst};
}

} // namespace merged
