// The machine rounds to nearest, so what it computes lies at most half a step from the truth: one
// step outwards holds the truth. That needs no other rounding mode. A corner without a value
// (infinity less infinity, zero times infinity) says nothing: then that end is infinite.
#include "solver/intervals/real_range.h"

#include <algorithm>
#include <cmath>

namespace solver::intervals {

namespace {

double down(double number) {
  return number != number ? -infinity : atKey(std::max(keyOf(number) - 1, keyOf(-infinity)));
}
double up(double number) {
  return number != number ? infinity : atKey(std::min(keyOf(number) + 1, keyOf(infinity)));
}

struct Corners {
  double low = infinity, high = -infinity;
  void add(double number) {
    if (number != number) {
      low = -infinity;
      high = infinity;
    } else {
      low = lesser(low, number);
      high = greater(high, number);
    }
  }
  RealRange outwards() const { return {down(low), up(high)}; }
};

/// a / b, where b lies between zero and an infinity.
RealRange quotient(const RealRange &a, const RealRange &b) {
  Corners corners;
  for (const double numerator : {a.low, a.high})
    for (const double denominator : {b.low, b.high})
      corners.add(numerator / denominator);
  return corners.outwards();
}

} // namespace

RealRange roundedTo(const NumberRange &range, unsigned width) {
  return {stepped(range.low, -1, width), stepped(range.high, 1, width)};
}

RealRange exactly(const NumberRange &range) { return {range.low, range.high}; }

RealRange operator+(const RealRange &a, const RealRange &b) {
  return {down(a.low + b.low), up(a.high + b.high)};
}

RealRange operator-(const RealRange &a, const RealRange &b) {
  return {down(a.low - b.high), up(a.high - b.low)};
}

RealRange operator*(const RealRange &a, const RealRange &b) {
  Corners corners;
  for (const double x : {a.low, a.high})
    for (const double y : {b.low, b.high})
      corners.add(x * y);
  return corners.outwards();
}

RealRange square(const RealRange &a) {
  const double low = std::abs(a.low), high = std::abs(a.high);
  const double least = a.contains(0) ? 0 : std::min(low, high), most = std::max(low, high);
  return {least == 0 ? 0 : down(least * least), up(most * most)};
}

RealRange squareRoot(const RealRange &a) {
  return {a.low <= 0 ? 0 : down(std::sqrt(a.low)), a.high < 0 ? -1 : up(std::sqrt(a.high))};
}

NumberRange numbersIn(const RealRange &range, unsigned width) {
  // Zeros are both in it or none is.
  double low = range.low == 0 ? -0.0 : range.low, high = range.high == 0 ? 0.0 : range.high;
  if (width == 32) {
    if (static_cast<double>(static_cast<float>(low)) != low)
      low = stepped(low, -1, 32);
    if (static_cast<double>(static_cast<float>(high)) != high)
      high = stepped(high, 1, 32);
  }
  return {low, high, false};
}

void meetQuotient(NumberRange &x, const RealRange &a, const RealRange &b, unsigned width) {
  if (a.contains(0) && b.contains(0))
    return;
  NumberRange left = NumberRange::none();
  const auto join = [&](const RealRange &part) {
    NumberRange met = x;
    met.meet(numbersIn(quotient(a, part), width));
    left.join(met);
  };
  // An end that is zero needs the sign of its side: division by it must lead to the right infinity.
  if (b.low < 0)
    join({b.low, b.high < 0 ? b.high : -0.0});
  if (b.high > 0)
    join({b.low > 0 ? b.low : 0.0, b.high});
  left.nan = x.nan;
  x = left;
}

void meetEitherSign(NumberRange &x, const NumberRange &range) {
  NumberRange positive = x, negative = x;
  positive.meet(range);
  if (range.hasNumbers())
    negative.meet({-range.high, -range.low, range.nan});
  positive.join(negative);
  x = positive;
}

} // namespace solver::intervals
