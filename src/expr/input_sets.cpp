#include "expr/input_sets.h"

#include <algorithm>
#include <iterator>

// Most terms depend on the same few sets, so sets are kept once and a term has the number of its
// set. Most unions are of a set with itself or with nothing, or have been made before.

namespace expr {

InputSets::InputSets(const Pool &pool) : pool_(pool) { intern({}); }

std::span<const std::uint32_t> InputSets::operator()(TermId term) {
  if (ofTerm_.size() < pool_.size())
    ofTerm_.resize(pool_.size(), unknown);
  work_.assign(1, term);
  while (!work_.empty()) {
    const TermId id = work_.back();
    const Term &node = pool_[id];
    const std::size_t before = work_.size();
    if (ofTerm_[id.index] == unknown)
      for (const TermId operand : {node.a, node.b, node.c})
        if (operand && ofTerm_[operand.index] == unknown)
          work_.push_back(operand);
    if (work_.size() != before)
      continue;
    SetId set = empty;
    if (node.operation == Operation::Input)
      set = intern({static_cast<std::uint32_t>(node.value)});
    for (const TermId operand : {node.a, node.b, node.c})
      if (operand)
        set = unite(set, ofTerm_[operand.index]);
    ofTerm_[id.index] = set;
    work_.pop_back();
  }
  return sets_[ofTerm_[term.index]];
}

InputSets::SetId InputSets::unite(SetId a, SetId b) {
  if (a == b || b == empty)
    return a;
  if (a == empty)
    return b;
  const std::uint64_t key = static_cast<std::uint64_t>(std::min(a, b)) << 32 | std::max(a, b);
  if (const auto found = unions_.find(key); found != unions_.end())
    return found->second;
  std::vector<std::uint32_t> both;
  std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(),
                 std::back_inserter(both));
  const SetId id = intern(std::move(both));
  unions_.emplace(key, id);
  return id;
}

InputSets::SetId InputSets::intern(std::vector<std::uint32_t> inputs) {
  const auto [place, isNew] = ids_.emplace(inputs, static_cast<SetId>(sets_.size()));
  if (isNew)
    sets_.push_back(std::move(inputs));
  return place->second;
}

} // namespace expr
