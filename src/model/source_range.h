#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace model {

struct SourceRange {
  std::string file; // absolute
  std::uint32_t line = 0, column = 0, endLine = 0, endColumn = 0;
  friend auto operator<=>(const SourceRange &, const SourceRange &) = default;
};

} // namespace model
