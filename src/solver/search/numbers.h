#pragma once

#include "expr/operation.h"

#include <bit>
#include <cstdint>

namespace solver::search {

/// Where a number of floating point stands in the order of all numbers of its width, and back; not
/// for NaNs.
inline std::int64_t orderOf(std::uint64_t bits, unsigned width) {
  const auto size = static_cast<std::int64_t>(bits & ~expr::signBitOf(width));
  return bits & expr::signBitOf(width) ? -size : size;
}
inline std::uint64_t bitsAt(std::int64_t order, unsigned width) {
  return order < 0 ? expr::signBitOf(width) | static_cast<std::uint64_t>(-order)
                   : static_cast<std::uint64_t>(order);
}

/// As a double, whatever its width.
inline double numberOf(std::uint64_t bits, unsigned width) {
  return width == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                     : std::bit_cast<double>(bits);
}
inline std::uint64_t bitsOf(double number, unsigned width) {
  return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                     : std::bit_cast<std::uint64_t>(number);
}

} // namespace solver::search
