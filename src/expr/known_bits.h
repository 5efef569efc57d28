#pragma once

#include <cstdint>

namespace expr {

class Pool;
struct Term;

/// Bits that have the same value whatever the inputs are. Never both, never beyond the width.
struct KnownBits {
  std::uint64_t zeros = 0, ones = 0;
};

/// From the operation and what is known of its operands.
KnownBits knownBits(const Pool &pool, const Term &term);

} // namespace expr
