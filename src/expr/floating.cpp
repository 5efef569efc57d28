#include "expr/floating.h"

#include "expr/rounding.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

// Compiled with the same rules as the subject: no contraction, no fast math.
//
// Of two NaNs the machine hands on one, and which one depends on the order in which a compiler put
// the operands. Here every operation that has no number to give gives the same NaN, the one of the
// machine for 0.0 / 0.0, so that a + b is b + a in all its bits.

namespace expr {

namespace {

struct Function {
  const char *name;
  unsigned arguments;
  double (*onDoubles)(double, double);
  float (*onFloats)(float, float);
};

template <auto F, class T> T call(T x, T y) {
  if constexpr (requires { F(x, y); })
    return F(x, y);
  else
    return F(x);
}

using One = double (*)(double);
using Two = double (*)(double, double);
using OneFloat = float (*)(float);
using TwoFloat = float (*)(float, float);
template <unsigned Arguments> struct Signature {
  using Doubles = One;
  using Floats = OneFloat;
};
template <> struct Signature<2> {
  using Doubles = Two;
  using Floats = TwoFloat;
};

const Function functions[] = {
#define PINCER_FUNCTION(name, arguments)                                                           \
  {#name, arguments, call<static_cast<Signature<arguments>::Doubles>(::name), double>,             \
   call<static_cast<Signature<arguments>::Floats>(::name##f), float>},
#include "abi/functions.def"
#undef PINCER_FUNCTION
};

template <class Number>
using BitsOf = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;

template <class Number> Number number(Bits bits) {
  return std::bit_cast<Number>(static_cast<BitsOf<Number>>(bits.value));
}

template <class Number> std::uint64_t bitsOf(Number value) {
  return std::isnan(value) ? nanOf(8 * sizeof(Number)) : std::bit_cast<BitsOf<Number>>(value);
}

/// cvttss2si and cvttsd2si.
template <class Number> std::uint64_t truncated(Number x, unsigned width) {
  const Number limit = std::ldexp(Number{1}, static_cast<int>(width) - 1);
  const Number whole = std::trunc(x);
  if (!(whole >= -limit && whole < limit))
    return signBitOf(width);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(whole));
}

template <class Number>
std::uint64_t onNumbers(Operation operation, unsigned extra, Bits a, Bits b, Bits c) {
  const auto x = number<Number>(a), y = number<Number>(b);
  switch (operation) {
  case Operation::FAdd:
    return bitsOf(x + y);
  case Operation::FSub:
    return bitsOf(x - y);
  case Operation::FMul:
    return bitsOf(x * y);
  case Operation::FDiv:
    return bitsOf(x / y);
  case Operation::FRem:
    return bitsOf(std::fmod(x, y));
  case Operation::FMulAdd:
    return bitsOf(std::fma(x, y, number<Number>(c)));
  case Operation::FSqrt:
    return bitsOf(std::sqrt(x));
  case Operation::FRound:
    return bitsOf(roundedTo(x, extra));
  case Operation::FEqual:
    return x == y;
  case Operation::FLess:
    return x < y;
  case Operation::FLessEqual:
    return x <= y;
  case Operation::FUnordered:
    return std::isunordered(x, y);
  case Operation::Apply:
    if constexpr (sizeof(Number) == 8)
      return bitsOf(functions[extra].onDoubles(x, y));
    else
      return bitsOf(functions[extra].onFloats(x, y));
  default:
    assert(false && "an operation on numbers");
    return 0;
  }
}

std::uint64_t fromInteger(unsigned width, Bits a, bool isSigned) {
  if (isSigned) {
    const std::int64_t value = signedValue(a.value, a.width);
    return width == 32 ? bitsOf(static_cast<float>(value)) : bitsOf(static_cast<double>(value));
  }
  return width == 32 ? bitsOf(static_cast<float>(a.value)) : bitsOf(static_cast<double>(a.value));
}

bool isNumberWidth(unsigned width) { return width == 32 || width == 64; }

} // namespace

bool isFloating(Operation operation) {
  return operation >= Operation::FAdd && operation <= Operation::Apply;
}

bool givesNumber(Operation operation) {
  return isFloating(operation) && operation != Operation::FToInt &&
         !(operation >= Operation::FEqual && operation <= Operation::FUnordered);
}

bool fitsFloating(Operation operation, unsigned width, unsigned extra, unsigned a, unsigned b,
                  unsigned c) {
  const unsigned bound = operation == Operation::FRound  ? PINCER_ROUND_COUNT
                         : operation == Operation::Apply ? PINCER_FUNCTION_COUNT
                                                         : 1;
  if (extra >= bound)
    return false;
  switch (operation) {
  case Operation::FEqual:
  case Operation::FLess:
  case Operation::FLessEqual:
  case Operation::FUnordered:
    return width == 1 && isNumberWidth(a) && a == b;
  case Operation::FToInt:
    return isNumberWidth(width) && isNumberWidth(a);
  case Operation::IntToF:
  case Operation::UIntToF:
    return isNumberWidth(width) && a >= 1 && a <= 64;
  case Operation::FConvert:
    return isNumberWidth(width) && isNumberWidth(a) && a != width;
  case Operation::FMulAdd:
    return isNumberWidth(width) && a == width && b == width && c == width;
  case Operation::FSqrt:
  case Operation::FRound:
    return isNumberWidth(width) && a == width;
  default:
    return isNumberWidth(width) && a == width && b == width;
  }
}

std::uint64_t floating(Operation operation, unsigned width, unsigned extra, Bits a, Bits b,
                       Bits c) {
  switch (operation) {
  case Operation::FToInt:
    return a.width == 32 ? truncated(number<float>(a), width) : truncated(number<double>(a), width);
  case Operation::IntToF:
  case Operation::UIntToF:
    return fromInteger(width, a, operation == Operation::IntToF);
  case Operation::FConvert:
    return width == 32 ? bitsOf(static_cast<float>(number<double>(a)))
                       : bitsOf(static_cast<double>(number<float>(a)));
  default:
    return a.width == 32 ? onNumbers<float>(operation, extra, a, b, c)
                         : onNumbers<double>(operation, extra, a, b, c);
  }
}

std::uint64_t nanOf(unsigned width) { return width == 32 ? 0xffc0'0000 : 0xfff8ull << 48; }

bool isNan(std::uint64_t bits, unsigned width) {
  return width == 32 ? std::isnan(number<float>({bits, 32}))
                     : std::isnan(number<double>({bits, 64}));
}

bool isSameNumber(std::uint64_t a, std::uint64_t b, unsigned width) {
  return a == b || (isNan(a, width) && isNan(b, width));
}

const char *nameOfFunction(unsigned function) { return functions[function].name; }
unsigned argumentsOfFunction(unsigned function) { return functions[function].arguments; }
const void *addressOfFunction(unsigned function, unsigned width) {
  return width == 32 ? reinterpret_cast<const void *>(functions[function].onFloats)
                     : reinterpret_cast<const void *>(functions[function].onDoubles);
}

} // namespace expr
