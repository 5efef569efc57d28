#pragma once

#include "expr/pool.h"

#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace expr {

/// The inputs that terms depend on, remembered: for many terms that share parts.
class InputSets {
public:
  /// The pool must outlive this; it may grow.
  explicit InputSets(const Pool &pool);
  /// Ascending; good until the next call.
  std::span<const std::uint32_t> operator()(TermId term);

private:
  using SetId = std::uint32_t;
  static constexpr SetId unknown = 0xffff'ffff;
  static constexpr SetId empty = 0;

  SetId unite(SetId a, SetId b);
  SetId intern(std::vector<std::uint32_t> inputs);

  const Pool &pool_;
  std::vector<std::vector<std::uint32_t>> sets_; // no two are equal
  std::map<std::vector<std::uint32_t>, SetId> ids_;
  std::unordered_map<std::uint64_t, SetId> unions_; // by both operands
  std::vector<SetId> ofTerm_;
  std::vector<TermId> work_;
};

} // namespace expr
