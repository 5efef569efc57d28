#include "expr/operation.h"

#include "expr/extended.h"
#include "expr/floating.h"

#include <cassert>

namespace expr {

namespace {

std::uint64_t signedDivision(std::int64_t a, std::int64_t b) {
  if (b == 0)
    return a < 0 ? 1 : ~0ull;
  // The most negative number over -1 wraps; the machine would trap.
  return b == -1 ? 0 - static_cast<std::uint64_t>(a) : static_cast<std::uint64_t>(a / b);
}

std::uint64_t signedRest(std::int64_t a, std::int64_t b) {
  if (b == 0)
    return static_cast<std::uint64_t>(a);
  return b == -1 ? 0 : static_cast<std::uint64_t>(a % b);
}

std::uint64_t arithmeticShift(std::int64_t a, std::uint64_t amount, unsigned width) {
  return static_cast<std::uint64_t>(a >> (amount >= width ? width - 1 : amount));
}

__extension__ using DoubleWord = unsigned __int128;

std::uint64_t highOfProduct(std::uint64_t a, std::uint64_t b, unsigned width) {
  return static_cast<std::uint64_t>(static_cast<DoubleWord>(a) * b >> width);
}

DoubleWord joined(Bits high, Bits low) {
  return static_cast<DoubleWord>(high.value) << low.width | low.value;
}

/// The result before it is masked.
std::uint64_t wide(Operation operation, unsigned width, unsigned extra, Bits a, Bits b, Bits c) {
  const auto left = [&] { return signedValue(a.value, a.width); };
  const auto right = [&] { return signedValue(b.value, b.width); };
  switch (operation) {
  case Operation::Constant:
  case Operation::Input:
  case Operation::Call:
    assert(false && "no operation that follows from its operands");
    return 0;
  case Operation::Add:
    return a.value + b.value;
  case Operation::Sub:
    return a.value - b.value;
  case Operation::Mul:
    return a.value * b.value;
  case Operation::UDiv:
    return b.value == 0 ? ~0ull : a.value / b.value;
  case Operation::SDiv:
    return signedDivision(left(), right());
  case Operation::URem:
    return b.value == 0 ? a.value : a.value % b.value;
  case Operation::SRem:
    return signedRest(left(), right());
  case Operation::And:
    return a.value & b.value;
  case Operation::Or:
    return a.value | b.value;
  case Operation::Xor:
    return a.value ^ b.value;
  case Operation::Shl:
    return b.value >= width ? 0 : a.value << b.value;
  case Operation::LShr:
    return b.value >= width ? 0 : a.value >> b.value;
  case Operation::AShr:
    return arithmeticShift(left(), b.value, width);
  case Operation::Equal:
    return a.value == b.value;
  case Operation::ULess:
    return a.value < b.value;
  case Operation::ULessEqual:
    return a.value <= b.value;
  case Operation::SLess:
    return left() < right();
  case Operation::SLessEqual:
    return left() <= right();
  case Operation::Choose:
    return a.value ? b.value : c.value;
  case Operation::ZeroExtend:
    return a.value;
  case Operation::SignExtend:
    return static_cast<std::uint64_t>(left());
  case Operation::Extract:
    return a.value >> extra;
  case Operation::Concat:
    return a.value << b.width | b.value;
  case Operation::MulHigh:
    return highOfProduct(a.value, b.value, width);
  case Operation::WideDiv:
    return c.value == 0 ? ~0ull : static_cast<std::uint64_t>(joined(a, b) / c.value);
  case Operation::WideRem:
    return c.value == 0 ? b.value : static_cast<std::uint64_t>(joined(a, b) % c.value);
  case Operation::Extended:
    return extended(width, extra, a, b, c);
  default:
    return floating(operation, width, extra, a, b, c);
  }
  return 0;
}

} // namespace

const char *nameOf(Operation operation) {
  static const char *const names[] = {
#define PINCER_OPERATION(name, operands) #name,
      PINCER_OPERATIONS(PINCER_OPERATION)
#undef PINCER_OPERATION
  };
  return names[static_cast<unsigned>(operation)];
}

unsigned operandCount(Operation operation) {
  static const std::uint8_t counts[] = {
#define PINCER_OPERATION(name, operands) operands,
      PINCER_OPERATIONS(PINCER_OPERATION)
#undef PINCER_OPERATION
  };
  return counts[static_cast<unsigned>(operation)];
}

bool isCommutative(Operation operation) {
  switch (operation) {
  case Operation::Add:
  case Operation::Mul:
  case Operation::MulHigh:
  case Operation::And:
  case Operation::Or:
  case Operation::Xor:
  case Operation::Equal:
  case Operation::FAdd:
  case Operation::FMul:
  case Operation::FEqual:
  case Operation::FUnordered:
    return true;
  default:
    return false;
  }
}

bool isComparison(Operation operation) {
  return (operation >= Operation::Equal && operation <= Operation::SLessEqual) ||
         (operation >= Operation::FEqual && operation <= Operation::FUnordered);
}

bool fits(Operation operation, unsigned width, unsigned extra, unsigned a, unsigned b, unsigned c) {
  const auto sound = [](unsigned w) { return w >= 1 && w <= 64; };
  const unsigned operands = operandCount(operation);
  if (!sound(width) || (operands >= 1 && !sound(a)) || (operands >= 2 && !sound(b)))
    return false;
  if (isFloating(operation))
    return fitsFloating(operation, width, extra, a, b, c);
  if (operation == Operation::Call)
    return a == 64 && b == 64 && c == 64;
  if (operation == Operation::Extended)
    return fitsExtended(width, extra, a, b, c);
  if (operation != Operation::Extract && extra != 0)
    return false;
  switch (operation) {
  case Operation::Constant:
  case Operation::Input:
    return true;
  case Operation::Choose:
    return a == 1 && b == width && c == width;
  case Operation::ZeroExtend:
  case Operation::SignExtend:
    return a < width;
  case Operation::Extract:
    return extra < a && width <= a - extra;
  case Operation::Concat:
    return a + b == width;
  case Operation::WideDiv:
  case Operation::WideRem:
    return a == width && b == width && c == width;
  default:
    return a == b && width == (isComparison(operation) ? 1 : a);
  }
}

std::uint64_t apply(Operation operation, unsigned width, unsigned extra, Bits a, Bits b, Bits c) {
  return wide(operation, width, extra, a, b, c) & maskOf(width);
}

} // namespace expr
