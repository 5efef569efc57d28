#include "expr/input_sets.h"

#include "support/hash.h"

#include <algorithm>
#include <iterator>

// Most terms depend on the same few sets, so sets are kept once and a term has the number of its
// set. Most unions are of a set with itself or with nothing, or have been made before.

namespace expr {

InputSets::InputSets(const Pool &pool, std::size_t mostNumbers)
    : pool_(pool), mostNumbers_(mostNumbers), sets_(2) {}

InputSets::SetId InputSets::of(TermId term) {
  if (ofTerm_.size() < pool_.size())
    ofTerm_.resize(pool_.size(), unknown);
  if (ofTerm_[term.index] != unknown)
    return ofTerm_[term.index];
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
  return ofTerm_[term.index];
}

InputSets::SetId InputSets::unite(SetId a, SetId b) {
  if (a == b || b == empty)
    return a;
  if (a == empty)
    return b;
  if (a == all || b == all)
    return all;
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
  std::uint64_t hash = inputs.size();
  for (const std::uint32_t input : inputs)
    hash = support::mixed(hash, input);
  std::vector<SetId> &candidates = byHash_[hash];
  for (const SetId candidate : candidates)
    if (sets_[candidate] == inputs)
      return candidate;
  if (numbers_ + inputs.size() > mostNumbers_)
    return all;
  numbers_ += inputs.size();
  candidates.push_back(static_cast<SetId>(sets_.size()));
  sets_.push_back(std::move(inputs));
  return candidates.back();
}

} // namespace expr
