#pragma once

#include "expr/pool.h"
#include "support/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace expr {

/// What a name in a condition stands for.
struct NamedNumber {
  std::string name;
  TermId term;
  bool isSigned = false;
  bool isFloat = false; // an IEEE number of the term's width
};

/// Reads conditions in C's words, with commas in between: comparisons, arithmetic and logic over
/// these names and over literals, with C's conversions. Each becomes a term of width 1. An error is
/// a sentence about the text.
support::Result<std::vector<TermId>> readConditions(Pool &pool, std::string_view text,
                                                    std::span<const NamedNumber> names);

} // namespace expr
