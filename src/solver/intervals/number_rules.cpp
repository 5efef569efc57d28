// Forwards nothing is rounded outwards: sum, product, quotient, root and rounding as the machine
// computes them grow with their operands (or fall), so what they give at the corners of a box
// bounds what they give within, exactly. Backwards the truth before rounding lies within a step of
// the result, and operands follow from it over the reals.
#include "expr/floating.h"
#include "solver/intervals/real_range.h"
#include "solver/intervals/rules.h"

#include <algorithm>
#include <cmath>

namespace solver::intervals {

using expr::Bits;
using expr::Operation;
using expr::signBitOf;

namespace {

/// One operation of the machine on numbers of a width, as a double.
class Machine {
public:
  Machine(Operation operation, unsigned width, unsigned extra, unsigned operandWidth)
      : operation_(operation), width_(width), extra_(extra), operandWidth_(operandWidth) {}

  double operator()(double a, double b = 0, double c = 0) const {
    const auto bits = [&](double x) { return Bits{bitsOf(x, operandWidth_), operandWidth_}; };
    if (operandWidth_ == 64)
      switch (operation_) {
      case Operation::FAdd:
        return a + b;
      case Operation::FSub:
        return a - b;
      case Operation::FMul:
        return a * b;
      case Operation::FDiv:
        return a / b;
      default:
        break;
      }
    return numberOf(expr::floating(operation_, width_, extra_, bits(a), bits(b), bits(c)), width_);
  }

private:
  Operation operation_;
  unsigned width_, extra_, operandWidth_;
};

bool hasBothInfinities(const NumberRange &a, const NumberRange &b) { // of opposite signs
  return (a.hasInfinity(infinity) && b.hasInfinity(-infinity)) ||
         (a.hasInfinity(-infinity) && b.hasInfinity(infinity));
}

bool hasAnyInfinity(const NumberRange &x) {
  return x.hasInfinity(infinity) || x.hasInfinity(-infinity);
}

NumberRange sumOf(const Machine &sum, const NumberRange &a, const NumberRange &b, bool subtract) {
  const NumberRange other =
      subtract && b.hasNumbers() ? NumberRange{-b.high, -b.low, b.nan} : b; // for the corners
  NumberRange z = NumberRange::none();
  z.nan = a.nan || b.nan;
  if (!a.hasNumbers() || !b.hasNumbers())
    return z;
  z.nan = z.nan || hasBothInfinities(a, other);
  const double low = sum(a.low, subtract ? b.high : b.low);
  const double high = sum(a.high, subtract ? b.low : b.high);
  z.low = low != low ? -infinity : low;
  z.high = high != high ? infinity : high;
  return z;
}

NumberRange productOf(const Machine &product, const NumberRange &a, const NumberRange &b) {
  NumberRange z = NumberRange::none();
  z.nan = a.nan || b.nan;
  if (!a.hasNumbers() || !b.hasNumbers())
    return z;
  z.nan = z.nan || (a.hasZero() && hasAnyInfinity(b)) || (b.hasZero() && hasAnyInfinity(a));
  for (const double x : {a.low, a.high})
    for (const double y : {b.low, b.high}) {
      const double corner = product(x, y);
      // Zero times infinity: zero times what comes before infinity is the zero of that sign.
      z.add(corner != corner ? std::copysign(0.0, std::signbit(x) != std::signbit(y) ? -1 : 1)
                             : corner);
    }
  return z;
}

NumberRange squareOf(const Machine &product, const NumberRange &x) {
  NumberRange z = NumberRange::none();
  z.nan = x.nan;
  if (!x.hasNumbers())
    return z;
  const double low = std::abs(x.low), high = std::abs(x.high);
  const double least = x.hasZero() ? 0 : std::min(low, high);
  z.add(product(least, least));
  z.add(product(std::max(low, high), std::max(low, high)));
  return z;
}

/// b lies on one side of zero; a zero has the sign of that side.
void addQuotients(NumberRange &z, const Machine &quotient, const NumberRange &a, double low,
                  double high) {
  for (const double x : {a.low, a.high})
    for (const double y : {low, high}) {
      const double corner = quotient(x, y);
      if (corner == corner) {
        z.add(corner);
        continue;
      }
      // 0/0 and infinity/infinity. Near them lie zero and infinity of the same sign.
      const double sign = std::signbit(x) != std::signbit(y) ? -1 : 1;
      z.add(std::copysign(0.0, sign));
      if (x != 0)
        z.add(std::copysign(infinity, sign));
    }
}

NumberRange quotientOf(const Machine &quotient, const NumberRange &a, const NumberRange &b) {
  NumberRange z = NumberRange::none();
  z.nan = a.nan || b.nan;
  if (!a.hasNumbers() || !b.hasNumbers())
    return z;
  z.nan = z.nan || (a.hasZero() && b.hasZero()) || (hasAnyInfinity(a) && hasAnyInfinity(b));
  if (std::signbit(b.low))
    addQuotients(z, quotient, a, b.low, lesser(b.high, -0.0));
  if (!std::signbit(b.high))
    addQuotients(z, quotient, a, greater(b.low, 0.0), b.high);
  return z;
}

NumberRange restOf(const NumberRange &a, const NumberRange &b) {
  NumberRange z = NumberRange::none();
  z.nan = a.nan || b.nan;
  if (!a.hasNumbers() || !b.hasNumbers())
    return z;
  z.nan = z.nan || hasAnyInfinity(a) || b.hasZero();
  const double mostA = std::max(std::abs(a.low), std::abs(a.high));
  const double mostB = std::max(std::abs(b.low), std::abs(b.high));
  const double leastB = b.hasZero() ? 0 : std::min(std::abs(b.low), std::abs(b.high));
  if (mostA < leastB) {
    z.low = a.low;
    z.high = a.high;
    return z;
  }
  const double most = std::min(mostA, mostB);
  z.low = std::signbit(a.low) ? -most : 0.0;
  z.high = std::signbit(a.high) ? -0.0 : most;
  return z;
}

NumberRange productAndSumOf(const Machine &machine, const NumberRange &a, const NumberRange &b,
                            const NumberRange &c) {
  NumberRange z = NumberRange::none();
  if (!a.hasNumbers() || !b.hasNumbers() || !c.hasNumbers())
    return NumberRange::onlyNan();
  z.nan = a.nan || b.nan || c.nan;
  for (const double x : {a.low, a.high})
    for (const double y : {b.low, b.high})
      for (const double plus : {c.low, c.high}) {
        const double corner = machine(x, y, plus);
        if (corner != corner)
          return {};
        z.add(corner);
      }
  if (hasAnyInfinity(a) || hasAnyInfinity(b) || hasAnyInfinity(c))
    z.nan = true;
  return z;
}

NumberRange rootOf(const Machine &root, const NumberRange &x) {
  NumberRange z = NumberRange::none();
  z.nan = x.nan || (x.hasNumbers() && x.low < 0);
  NumberRange real = x;
  real.meet({-0.0, infinity, false});
  if (real.hasNumbers()) {
    z.add(root(real.low));
    z.add(root(real.high));
  }
  return z;
}

/// Of one operand, growing with it.
NumberRange growing(const Machine &machine, const NumberRange &x) {
  NumberRange z = NumberRange::none();
  z.nan = x.nan;
  if (x.hasNumbers()) {
    z.add(machine(x.low));
    z.add(machine(x.high));
  }
  return z;
}

void forwardTruncation(Domain &z, const Domain &x, unsigned width) {
  const NumberRange &range = x.number();
  const auto least = static_cast<std::int64_t>(~(signBitOf(width) - 1));
  const double limit = std::ldexp(1.0, static_cast<int>(width) - 1);
  const auto truncated = [&](double number) {
    return expr::signedValue(
        expr::floating(Operation::FToInt, width, 0, {bitsOf(number, x.width()), x.width()}, {}, {}),
        width);
  };
  if (!range.hasNumbers()) {
    z.meetSigned(least, least);
    return;
  }
  const bool mayNotFit =
      range.nan || std::trunc(range.low) < -limit || std::trunc(range.high) >= limit;
  if (!mayNotFit)
    z.meetSigned(truncated(range.low), truncated(range.high));
  else if (range.high < limit)
    z.meetSigned(least, truncated(range.high));
}

void forwardFromInteger(const Shape &shape, Domain &z, const Domain &a) {
  const bool isSigned = shape.operation == Operation::IntToF;
  const auto converted = [&](std::uint64_t bits) {
    return numberOf(expr::floating(shape.operation, shape.width, 0, {bits, a.width()}, {}, {}),
                    shape.width);
  };
  const std::uint64_t mask = expr::maskOf(a.width());
  const double low =
      converted(isSigned ? static_cast<std::uint64_t>(a.signedLow()) & mask : a.low());
  const double high =
      converted(isSigned ? static_cast<std::uint64_t>(a.signedHigh()) & mask : a.high());
  z.meetNumbers({low, high, false});
}

/// The operands can't be NaNs if the result is not. False if nothing more can be said.
bool withoutNan(const Domain &z, Domain &a, Domain &b) {
  if (z.number().nan || !z.number().hasNumbers())
    return false;
  NumberRange numbers;
  numbers.nan = false;
  a.meetNumbers(numbers);
  b.meetNumbers(numbers);
  return !a.isEmpty() && !b.isEmpty();
}

void meetReal(Domain &x, const RealRange &range) {
  NumberRange numbers = numbersIn(range, x.width());
  if (!numbers.hasNumbers())
    return x.makeEmpty();
  x.meetNumbers(numbers);
}

void meetRealQuotient(Domain &x, const RealRange &a, const RealRange &b) {
  NumberRange left = x.number();
  meetQuotient(left, a, b, x.width());
  x.meetNumbers(left);
}

/// a * b lies in `product`.
void backwardProduct(const RealRange &product, Domain &a, Domain &b, bool isSquare) {
  if (isSquare) {
    if (product.high < 0)
      return a.makeEmpty();
    NumberRange left = a.number();
    meetEitherSign(left, numbersIn(squareRoot(product), a.width()));
    return a.meetNumbers(left);
  }
  meetRealQuotient(a, product, exactly(b.number()));
  if (!a.isEmpty())
    meetRealQuotient(b, product, exactly(a.number()));
}

void backwardRounding(unsigned direction, const Domain &z, Domain &x) {
  const NumberRange &range = z.number();
  RealRange real = exactly(range);
  const bool keepsLow =
      direction == PINCER_ROUND_DOWN || (direction == PINCER_ROUND_ZERO && range.low > 0);
  const bool keepsHigh =
      direction == PINCER_ROUND_UP || (direction == PINCER_ROUND_ZERO && range.high < 0);
  if (!keepsLow)
    real.low = (real - RealRange{1, 1}).low;
  if (!keepsHigh)
    real.high = (real + RealRange{1, 1}).high;
  meetReal(x, real);
}

void backwardFromInteger(const Shape &shape, const Domain &z, Domain &a) {
  if (!z.number().hasNumbers())
    return a.makeEmpty();
  const RealRange real = roundedTo(z.number(), shape.width);
  constexpr double most = 9.3e18; // beyond all that are signed
  if (shape.operation == Operation::IntToF) {
    const auto bounded = [](double number, std::int64_t otherwise) {
      return std::abs(number) < 9.2e18 ? static_cast<std::int64_t>(number) : otherwise;
    };
    if (real.low > most || real.high < -most)
      return a.makeEmpty();
    a.meetSigned(
        bounded(std::ceil(real.low), real.low < 0 ? INT64_MIN : INT64_C(9200000000000000000)),
        bounded(std::floor(real.high), real.high < 0 ? INT64_C(-9200000000000000000) : INT64_MAX));
    return;
  }
  constexpr double mostUnsigned = 1.84e19; // a little less than all of them
  if (real.high < 0)
    return a.makeEmpty();
  const double low = std::max(std::ceil(real.low), 0.0), high = std::floor(real.high);
  a.meetUnsigned(low < mostUnsigned ? static_cast<std::uint64_t>(low) : 18400000000000000000ull,
                 high < mostUnsigned ? static_cast<std::uint64_t>(high) : ~0ull);
}

void backwardTruncation(const Domain &z, Domain &x) {
  const std::int64_t low = z.signedLow(), high = z.signedHigh();
  const auto least = static_cast<std::int64_t>(~(signBitOf(z.width()) - 1));
  if (low == least) // what does not fit becomes that, too
    return;
  RealRange real{static_cast<double>(low), static_cast<double>(high)};
  real = real - RealRange{0, 0}; // a double need not be the integer: outwards
  if (low <= 0)
    real.low = (real - RealRange{1, 1}).low;
  if (high >= 0)
    real.high = (real + RealRange{1, 1}).high;
  meetReal(x, real);
}

void backwardConversion(const Shape &shape, const Domain &z, Domain &x) {
  if (shape.width == 32) // rounded
    return meetReal(x, roundedTo(z.number(), 32));
  const NumberRange &range = z.number();
  x.meetNumbers({static_cast<float>(range.low), static_cast<float>(range.high), false});
}

void backwardRest(const Domain &z, Domain &a) {
  const NumberRange &range = z.number();
  const double least = range.hasZero() ? 0 : std::min(std::abs(range.low), std::abs(range.high));
  NumberRange left = a.number();
  meetEitherSign(left, {least, infinity, false}); // the rest is no larger than what was divided
  if (!std::signbit(range.low))                   // and has its sign
    left.meet({0.0, infinity, false});
  if (std::signbit(range.high))
    left.meet({-infinity, -0.0, false});
  a.meetNumbers(left);
}

void backwardRoot(const Domain &z, Domain &x, unsigned width) {
  if (z.number().nan) {
    if (!z.number().hasNumbers())
      x.meetNumbers({-infinity, stepped(-0.0, -1, width), true});
    return;
  }
  NumberRange real = z.number();
  real.meet({-0.0, infinity, false});
  if (!real.hasNumbers())
    return x.makeEmpty();
  RealRange root = roundedTo(real, width);
  root.low = std::max(root.low, 0.0);
  NumberRange left = numbersIn(square(root), width);
  left.meet({-0.0, infinity, false});
  x.meetNumbers(left);
}

NumberRange resultOf(const Shape &shape, const Domain &a, const Domain &b, const Domain &c) {
  const Machine machine(shape.operation, shape.width, shape.extra, a.width());
  switch (shape.operation) {
  case Operation::FAdd:
  case Operation::FSub:
    return sumOf(machine, a.number(), b.number(), shape.operation == Operation::FSub);
  case Operation::FMul:
    return shape.isSquare ? squareOf(machine, a.number())
                          : productOf(machine, a.number(), b.number());
  case Operation::FDiv:
    return quotientOf(machine, a.number(), b.number());
  case Operation::FRem:
    return restOf(a.number(), b.number());
  case Operation::FMulAdd:
    return productAndSumOf(machine, a.number(), b.number(), c.number());
  case Operation::FSqrt:
    return rootOf(machine, a.number());
  case Operation::FRound:
  case Operation::FConvert:
    return growing(machine, a.number());
  case Operation::Apply:
    return rangeOfFunction(shape.extra, shape.width, a.number(), b.number());
  default:
    return {};
  }
}

} // namespace

void forwardNumber(const Shape &shape, Domain &z, const Domain &a, const Domain &b,
                   const Domain &c) {
  switch (shape.operation) {
  case Operation::FEqual:
  case Operation::FLess:
  case Operation::FLessEqual:
  case Operation::FUnordered:
    return forwardOrder(shape, z, a, b);
  case Operation::FToInt:
    return forwardTruncation(z, a, shape.width);
  case Operation::IntToF:
  case Operation::UIntToF:
    return forwardFromInteger(shape, z, a);
  default:
    return z.meetNumbers(resultOf(shape, a, b, c));
  }
}

void backwardNumber(const Shape &shape, const Domain &z, Domain &a, Domain &b, Domain &c) {
  switch (shape.operation) {
  case Operation::FEqual:
  case Operation::FLess:
  case Operation::FLessEqual:
  case Operation::FUnordered:
    return backwardOrder(shape, z, a, b);
  case Operation::FToInt:
    return backwardTruncation(z, a);
  case Operation::IntToF:
  case Operation::UIntToF:
    return backwardFromInteger(shape, z, a);
  case Operation::FSqrt:
    return backwardRoot(z, a, shape.width);
  case Operation::Apply:
    return backwardFunction(shape, z, a, b);
  default:
    break;
  }
  const bool isUnary = expr::operandCount(shape.operation) == 1;
  if (!withoutNan(z, a, isUnary ? a : b))
    return;
  const RealRange before = roundedTo(z.number(), shape.width); // it was rounded
  switch (shape.operation) {
  case Operation::FAdd:
    meetReal(a, before - exactly(b.number()));
    return a.isEmpty() ? void() : meetReal(b, before - exactly(a.number()));
  case Operation::FSub:
    meetReal(a, before + exactly(b.number()));
    return a.isEmpty() ? void() : meetReal(b, exactly(a.number()) - before);
  case Operation::FMul:
    return backwardProduct(before, a, b, shape.isSquare);
  case Operation::FDiv:
    meetReal(a, before * exactly(b.number()));
    return a.isEmpty() ? void() : meetRealQuotient(b, exactly(a.number()), before);
  case Operation::FRem:
    return backwardRest(z, a);
  case Operation::FMulAdd: {
    NumberRange numbers;
    numbers.nan = false;
    c.meetNumbers(numbers);
    if (c.isEmpty())
      return;
    meetReal(c, before - exactly(a.number()) * exactly(b.number()));
    return c.isEmpty() ? void()
                       : backwardProduct(before - exactly(c.number()), a, b, shape.isSquare);
  }
  case Operation::FRound:
    return backwardRounding(shape.extra, z, a);
  case Operation::FConvert:
    return backwardConversion(shape, z, a);
  default:
    return;
  }
}

void forwardAbsolute(Domain &z, const Domain &x) {
  const NumberRange &range = x.number();
  NumberRange size = NumberRange::none();
  size.nan = range.nan;
  if (range.hasNumbers()) {
    const double low = std::abs(range.low), high = std::abs(range.high);
    size.add(range.hasZero() ? 0 : std::min(low, high));
    size.add(std::max(low, high));
  }
  z.meetNumbers(size);
}

void backwardAbsolute(const Domain &z, Domain &x) {
  NumberRange left = x.number();
  meetEitherSign(left, z.number());
  x.meetNumbers(left);
}

} // namespace solver::intervals
