#pragma once

#include "expr/pool.h"

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

namespace solver {

/// The set of inputs below each term of a pool, kept from query to query; equal sets have equal
/// numbers. Memory is bounded: when the sets get too large together, further ones become `all`,
/// which is larger than the truth and so makes slices coarser, never wrong.
class InputSets {
public:
  static constexpr std::uint32_t empty = 0, all = 1;

  explicit InputSets(std::size_t mostNumbers = 8'000'000) : mostNumbers_(mostNumbers) {}

  /// To be called before terms made since the last call are asked for.
  void readTo(const expr::Pool &pool);
  std::uint32_t setOf(expr::TermId term) const { return setOf_[term.index]; }
  /// Ascending; none for `all`.
  std::span<const std::uint32_t> operator[](std::uint32_t set) const { return sets_[set]; }
  std::size_t count() const { return sets_.size(); }

private:
  std::uint32_t unite(std::uint32_t a, std::uint32_t b);
  std::uint32_t intern(std::vector<std::uint32_t> set);

  std::size_t mostNumbers_, numbers_ = 0;
  std::uint64_t serial_ = 0;
  std::vector<std::uint32_t> setOf_; // by term
  std::vector<std::vector<std::uint32_t>> sets_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> byHash_;
  std::unordered_map<std::uint64_t, std::uint32_t> united_; // by the two numbers
};

} // namespace solver
