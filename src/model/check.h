#pragma once

#include <cstdint>
#include <string>

namespace model {

/// An operation that is undefined for some operands. Its index is its number, the same in every
/// build.
struct Check {
  std::string kind; // as SanitizerVerdict::kind
  std::uint32_t line = 0;
};

} // namespace model
