#include "expr/extended.h"

#include "expr/floating.h"
#include "expr/rounding.h"

#include <cmath>
#include <cstring>

// Compiled with the same rules as the subject, as floating.cpp is.

namespace expr {

namespace {

static_assert(sizeof(long double) == 16 && __LDBL_MANT_DIG__ == 64);

struct Parts {
  std::uint64_t significand = 0;
  std::uint64_t signAndExponent = 0;
};

Parts partsOf(long double value) {
  if (value != value)
    return {0xc000'0000'0000'0000, 0xffff};
  Parts parts;
  std::memcpy(&parts.significand, &value, 8);
  std::memcpy(&parts.signAndExponent, reinterpret_cast<const char *>(&value) + 8, 2);
  return parts;
}

template <class Number, class Integer> Number fromBits(Integer bits) {
  Number number;
  static_assert(sizeof number == sizeof bits);
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

template <class Number, class Integer> std::uint64_t toBits(Number number) {
  if (number != number)
    return nanOf(8 * sizeof number);
  Integer bits;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

using One = long double (*)(long double);
using Two = long double (*)(long double, long double);
struct Function {
  One one = nullptr;
  Two two = nullptr;
};

const Function functions[] = {
#define PINCER_FUNCTION(name, arguments) PINCER_FUNCTION_OF_##arguments(name)
#define PINCER_FUNCTION_OF_1(name) {static_cast<One>(::name##l), nullptr},
#define PINCER_FUNCTION_OF_2(name) {nullptr, static_cast<Two>(::name##l)},
#include "abi/functions.def"
#undef PINCER_FUNCTION
#undef PINCER_FUNCTION_OF_1
#undef PINCER_FUNCTION_OF_2
};

bool isRounding(unsigned extra) {
  return extra >= PINCER_EXTENDED_ROUND && extra < PINCER_EXTENDED_FROM_DOUBLE;
}

/// What gives a long double.
long double computed(unsigned extra, std::uint64_t word, long double x, long double y) {
  switch (extra) {
  case PINCER_EXTENDED_ADD:
    return x + y;
  case PINCER_EXTENDED_SUB:
    return x - y;
  case PINCER_EXTENDED_MUL:
    return x * y;
  case PINCER_EXTENDED_DIV:
    return x / y;
  case PINCER_EXTENDED_REM:
    return std::fmod(x, y);
  case PINCER_EXTENDED_SQRT:
    return std::sqrt(x);
  case PINCER_EXTENDED_FROM_DOUBLE:
    return static_cast<long double>(fromBits<double>(word));
  case PINCER_EXTENDED_FROM_INT:
    return static_cast<long double>(static_cast<std::int64_t>(word));
  case PINCER_EXTENDED_FROM_UINT:
    return static_cast<long double>(word);
  default:
    break;
  }
  if (isRounding(extra))
    return roundedTo(x, extra - PINCER_EXTENDED_ROUND);
  const Function &function = functions[extra - PINCER_EXTENDED_APPLY];
  return function.one ? function.one(x) : function.two(x, y);
}

/// fistp: what does not fit is the least integer.
std::uint64_t truncated(long double x, unsigned width) {
  const long double limit = std::ldexp(1.0L, static_cast<int>(width) - 1);
  const long double whole = std::trunc(x);
  if (!(whole >= -limit && whole < limit))
    return signBitOf(width);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)) & maskOf(width);
}

bool compared(unsigned extra, long double x, long double y) {
  switch (extra) {
  case PINCER_EXTENDED_EQUAL:
    return x == y;
  case PINCER_EXTENDED_LESS:
    return std::isless(x, y);
  case PINCER_EXTENDED_LESS_EQUAL:
    return std::islessequal(x, y);
  default:
    return std::isunordered(x, y);
  }
}

} // namespace

bool isExtendedComparison(unsigned extra) {
  return extra >= PINCER_EXTENDED_EQUAL && extra <= PINCER_EXTENDED_UNORDERED;
}

bool givesExtended(unsigned extra) {
  return extra < PINCER_EXTENDED_TO_FLOAT || extra >= PINCER_EXTENDED_APPLY;
}

bool fitsExtended(unsigned width, unsigned extra, unsigned a, unsigned b, unsigned c) {
  if (extra >= PINCER_EXTENDED_COUNT || a != 64 || b != 64 || c != 32)
    return false;
  if (isExtendedComparison(extra))
    return width == 1;
  if (extra == PINCER_EXTENDED_TO_FLOAT)
    return width == 32 || width == 64;
  if (extra == PINCER_EXTENDED_TO_INT)
    return width == 16 || width == 32 || width == 64;
  return width == 16 || width == 64;
}

long double extendedNumber(std::uint64_t significand, std::uint64_t signAndExponent) {
  long double number = 0;
  const auto high = static_cast<std::uint16_t>(signAndExponent);
  std::memcpy(&number, &significand, 8);
  std::memcpy(reinterpret_cast<char *>(&number) + 8, &high, 2);
  return number;
}

std::uint64_t extended(unsigned width, unsigned extra, Bits a, Bits b, Bits c) {
  const long double x = extendedNumber(a.value, c.value >> 16);
  const long double y = extendedNumber(b.value, c.value & 0xffff);
  if (isExtendedComparison(extra))
    return compared(extra, x, y);
  if (extra == PINCER_EXTENDED_TO_INT)
    return truncated(x, width);
  if (extra == PINCER_EXTENDED_TO_FLOAT)
    return width == 32 ? toBits<float, std::uint32_t>(static_cast<float>(x))
                       : toBits<double, std::uint64_t>(static_cast<double>(x));
  const Parts parts = partsOf(computed(extra, a.value, x, y));
  return width == 64 ? parts.significand : parts.signAndExponent;
}

bool isExtendedResult(std::uint64_t value, unsigned width, unsigned extra, Bits a, Bits b, Bits c) {
  const std::uint64_t expected = extended(width, extra, a, b, c);
  if (value == expected)
    return true;
  if (extra == PINCER_EXTENDED_TO_FLOAT)
    return isSameNumber(value, expected, width);
  if (!givesExtended(extra))
    return false;
  const bool isNan = extended(64, extra, a, b, c) == 0xc000'0000'0000'0000 &&
                     extended(16, extra, a, b, c) == 0xffff;
  return isNan && (width == 64 ? value > 0x8000'0000'0000'0000 : (value & 0x7fff) == 0x7fff);
}

double extendedGap(long double a, long double b) {
  const auto order = [](long double x) {
    const Parts parts = partsOf(x);
    const auto size = static_cast<double>(parts.signAndExponent & 0x7fff) * 0x1p63 +
                      static_cast<double>(parts.significand & ~(1ull << 63));
    return parts.signAndExponent & 0x8000 ? -size : size;
  };
  // Numbers that are near each other would get lost in what a double can tell apart.
  const Parts x = partsOf(a), y = partsOf(b);
  if (x.signAndExponent == y.signAndExponent)
    return static_cast<double>(x.significand > y.significand ? x.significand - y.significand
                                                             : y.significand - x.significand);
  return std::abs(order(a) - order(b));
}

const char *nameOfExtended(unsigned extra) {
  static const char *const directions[] = {"rint", "floor", "ceil", "trunc", "round"};
  if (extra == PINCER_EXTENDED_REM)
    return "fmod";
  if (extra == PINCER_EXTENDED_SQRT)
    return "sqrt";
  if (isRounding(extra))
    return directions[extra - PINCER_EXTENDED_ROUND];
  return extra >= PINCER_EXTENDED_APPLY ? nameOfFunction(extra - PINCER_EXTENDED_APPLY) : nullptr;
}

unsigned operandsOfExtended(unsigned extra) {
  if (extra >= PINCER_EXTENDED_APPLY)
    return argumentsOfFunction(extra - PINCER_EXTENDED_APPLY);
  return extra <= PINCER_EXTENDED_REM || isExtendedComparison(extra) ? 2 : 1;
}

} // namespace expr
