#pragma once

#include "abi/operations.h"

#include <cstdint>

namespace expr {

enum class Operation : std::uint8_t {
#define PINCER_OPERATION(name, operands) name,
  PINCER_OPERATIONS(PINCER_OPERATION)
#undef PINCER_OPERATION
};

const char *nameOf(Operation operation);
unsigned operandCount(Operation operation); // terms that are operands: 0 to 3
bool isCommutative(Operation operation);
bool isComparison(Operation operation); // operands of one width, result of width 1

inline std::uint64_t maskOf(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }
inline std::uint64_t signBitOf(unsigned width) { return 1ull << (width - 1); }
/// The value read as a signed number of its width.
inline std::int64_t signedValue(std::uint64_t value, unsigned width) {
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

/// A value and the width it has; width 0: no operand.
struct Bits {
  std::uint64_t value = 0;
  unsigned width = 0;
};

/// Do these widths go together? All may be arbitrary numbers. Constant and Input only need a
/// `width` that terms can have.
bool fits(Operation operation, unsigned width, unsigned extra, unsigned a, unsigned b, unsigned c);

/// One operation with operands on values that fit, exactly as abi/operations.h says. Not Call: only
/// an Oracle (calls.h) knows.
std::uint64_t apply(Operation operation, unsigned width, unsigned extra, Bits a, Bits b = {},
                    Bits c = {});

} // namespace expr
