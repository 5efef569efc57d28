#include "solver/input_sets.h"

#include <algorithm>
#include <iterator>

namespace solver {

void InputSets::readTo(const expr::Pool &pool) {
  if (serial_ != pool.serial()) {
    *this = InputSets(mostNumbers_);
    serial_ = pool.serial();
    sets_.resize(2); // empty, all
  }
  // Operands have smaller numbers than what is made of them: one sweep is enough.
  for (std::size_t i = setOf_.size(); i < pool.size(); ++i) {
    const expr::Term &term = pool[expr::TermId(i)];
    std::uint32_t set = empty;
    if (term.operation == expr::Operation::Input)
      set = intern({static_cast<std::uint32_t>(term.value)});
    for (const expr::TermId operand : {term.a, term.b, term.c})
      if (operand)
        set = unite(set, setOf_[operand.index]);
    setOf_.push_back(set);
  }
}

std::uint32_t InputSets::unite(std::uint32_t a, std::uint32_t b) {
  if (a == b || b == empty)
    return a;
  if (a == empty)
    return b;
  if (a == all || b == all)
    return all;
  if (a > b)
    std::swap(a, b);
  const auto [known, isNew] = united_.try_emplace(static_cast<std::uint64_t>(a) << 32 | b, all);
  if (!isNew)
    return known->second;
  std::vector<std::uint32_t> both;
  std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(),
                 std::back_inserter(both));
  return known->second = intern(std::move(both));
}

std::uint32_t InputSets::intern(std::vector<std::uint32_t> set) {
  std::uint64_t hash = set.size();
  for (const std::uint32_t input : set)
    hash = (hash ^ input) * 0x9e37'79b9'7f4a'7c15 + (hash >> 29);
  std::vector<std::uint32_t> &candidates = byHash_[hash];
  for (const std::uint32_t candidate : candidates)
    if (sets_[candidate] == set)
      return candidate;
  if (numbers_ + set.size() > mostNumbers_)
    return all;
  numbers_ += set.size();
  candidates.push_back(static_cast<std::uint32_t>(sets_.size()));
  sets_.push_back(std::move(set));
  return candidates.back();
}

} // namespace solver
