#pragma once

#include "expr/pool.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace expr {

/// The inputs that terms depend on, remembered: for many terms that share parts. Memory is bounded:
/// when the sets get too large together, further ones become `all`, which is more than the truth.
class InputSets {
public:
  using SetId = std::uint32_t; // equal sets have equal numbers
  static constexpr SetId empty = 0, all = 1;

  /// The pool must outlive this; it may grow. `mostNumbers` bounds the sizes of all sets together.
  explicit InputSets(const Pool &pool, std::size_t mostNumbers = 8'000'000);

  SetId of(TermId term);
  /// Ascending; none for `all`. Good until a set is added.
  std::span<const std::uint32_t> operator[](SetId set) const { return sets_[set]; }
  std::size_t count() const { return sets_.size(); }

private:
  static constexpr SetId unknown = 0xffff'ffff;

  SetId unite(SetId a, SetId b);
  SetId intern(std::vector<std::uint32_t> inputs);

  const Pool &pool_;
  std::size_t mostNumbers_, numbers_ = 0;
  std::vector<std::vector<std::uint32_t>> sets_; // no two are equal
  std::unordered_map<std::uint64_t, std::vector<SetId>> byHash_;
  std::unordered_map<std::uint64_t, SetId> unions_; // by both operands
  std::vector<SetId> ofTerm_;
  std::vector<TermId> work_;
};

} // namespace expr
