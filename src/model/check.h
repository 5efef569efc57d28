#pragma once

#include <cstdint>
#include <string>

namespace model {

/// An operation that is undefined for some operands. Its index is its number, the same in every
/// build.
struct Check {
  std::string kind; // as SanitizerVerdict::kind
  std::string file; // absolute; empty: unknown
  std::uint32_t line = 0;
  /// It gives another number than meant, and the run goes on: overflows, shifts, conversions.
  bool isArithmetic = false;
};

} // namespace model
