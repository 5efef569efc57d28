// Where a function grows, its values at the ends bound those within, give or take its assumed error
// at the end and inside: a unit in the last place is at most two steps in the order of numbers, so
// four steps for each unit, and some more, hold both. Backwards no inverse function is used: slices
// at the ends of an operand's range are taken away as long as the function can't give the result
// there.
#include "expr/floating.h"
#include "solver/intervals/libm_errors.h"
#include "solver/intervals/real_range.h"
#include "solver/intervals/rules.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace solver::intervals {

using expr::Operation;

namespace {

class Function {
public:
  Function(unsigned function, unsigned width)
      : assumed_(assumedOf(function)), function_(function), width_(width),
        steps_(assumed_.ulps == 0 ? 0 : 4 * assumed_.ulps + 4) {}

  NumberRange range(const NumberRange &a, const NumberRange &b) const;

private:
  double at(double x, double y = 0) const {
    return numberOf(expr::floating(Operation::Apply, width_, function_, {bitsOf(x, width_), width_},
                                   {bitsOf(y, width_), width_}, {}),
                    width_);
  }
  /// Everything between the values, with the error.
  NumberRange between(const NumberRange &values) const {
    if (!values.hasNumbers())
      return values;
    // A zero bound of results is one for both zeros.
    NumberRange z{stepped(values.low, -steps_, width_), stepped(values.high, steps_, width_),
                  values.nan};
    const NumberRange bounds{assumed_.low == 0 ? -0.0 : assumed_.low, assumed_.high, true};
    z.meet(bounds);
    return z;
  }

  NumberRange monotone(const NumberRange &a) const;
  NumberRange even(const NumberRange &a) const;
  NumberRange wave(const NumberRange &a, double crest, double trough) const;
  NumberRange tangent(const NumberRange &a) const;
  NumberRange corners(const NumberRange &a, const NumberRange &b) const;
  NumberRange power(const NumberRange &a, const NumberRange &b) const;
  NumberRange hypotenuse(const NumberRange &a, const NumberRange &b) const;
  NumberRange angle(const NumberRange &a, const NumberRange &b) const;
  NumberRange ofNumbers(const NumberRange &a, const NumberRange &b) const;

  const Assumed &assumed_;
  unsigned function_, width_;
  std::int64_t steps_;
};

NumberRange sizeOf(const NumberRange &x) {
  NumberRange size = NumberRange::none();
  const double low = std::abs(x.low), high = std::abs(x.high);
  size.add(x.hasZero() ? 0 : std::min(low, high));
  size.add(std::max(low, high));
  return size;
}

bool hasAnyInfinity(const NumberRange &x) { return x.low == -infinity || x.high == infinity; }

NumberRange Function::monotone(const NumberRange &a) const {
  NumberRange inside = a;
  inside.meet({assumed_.first, assumed_.last, false});
  NumberRange values = NumberRange::none();
  values.nan = a.low < assumed_.first || a.high > assumed_.last;
  if (inside.hasNumbers()) {
    values.add(at(inside.low));
    values.add(at(inside.high));
  }
  return between(values);
}

NumberRange Function::even(const NumberRange &a) const {
  const NumberRange size = sizeOf(a);
  NumberRange values = NumberRange::none();
  values.add(at(size.low));
  values.add(at(size.high));
  return between(values);
}

/// Is there offset + k * period, for a whole k, between the two? True also if that can't be told.
bool passes(double low, double high, double offset, double period) {
  const double first = (low - offset) / period, last = (high - offset) / period;
  const double error = 1e-14 * (std::max(std::abs(first), std::abs(last)) + 1);
  return std::floor(last + error) >= std::ceil(first - error);
}

constexpr double farOut = 1e12; // beyond it waves are only followed at points

NumberRange Function::wave(const NumberRange &a, double crest, double trough) const {
  constexpr double period = 2 * std::numbers::pi;
  NumberRange values = NumberRange::none();
  values.nan = hasAnyInfinity(a);
  if (a.low == a.high && std::isinf(a.low))
    return values;
  if (a.low < -farOut || a.high > farOut) {
    values.join({-1, 1, false});
    return values;
  }
  values.add(at(a.low));
  values.add(at(a.high));
  if (passes(a.low, a.high, crest, period))
    values.add(1);
  if (passes(a.low, a.high, trough, period))
    values.add(-1);
  return between(values);
}

NumberRange Function::tangent(const NumberRange &a) const {
  if (a.low < -farOut || a.high > farOut ||
      passes(a.low, a.high, std::numbers::pi / 2, std::numbers::pi))
    return {-infinity, infinity, hasAnyInfinity(a)};
  NumberRange values = NumberRange::none();
  values.add(at(a.low));
  values.add(at(a.high));
  return between(values);
}

/// For what is monotone in each operand while the other stays.
NumberRange Function::corners(const NumberRange &a, const NumberRange &b) const {
  NumberRange values = NumberRange::none();
  for (const double x : {a.low, a.high})
    for (const double y : {b.low, b.high})
      values.add(at(x, y));
  return between(values);
}

NumberRange Function::power(const NumberRange &a, const NumberRange &b) const {
  if (!std::signbit(a.low))
    return corners(a, b);
  if (b.low != b.high || std::trunc(b.low) != b.low)
    return {};
  NumberRange size = corners(sizeOf(a), b);
  if (std::fmod(b.low, 2) == 0 || std::isinf(b.low))
    return size;
  NumberRange z = {-size.high, -size.low, false};
  if (!std::signbit(a.high))
    z.join(size);
  return z;
}

NumberRange Function::hypotenuse(const NumberRange &a, const NumberRange &b) const {
  const NumberRange first = sizeOf(a), second = sizeOf(b);
  NumberRange values = NumberRange::none();
  values.add(at(first.low, second.low));
  values.add(at(first.high, second.high));
  return between(values);
}

NumberRange Function::angle(const NumberRange &a, const NumberRange &b) const {
  const bool isOneSided = std::signbit(a.low) == std::signbit(a.high);
  if (isOneSided || !std::signbit(b.low))
    return corners(a, b);
  return between({-std::numbers::pi, std::numbers::pi, false});
}

/// Both have numbers, and only those count.
NumberRange Function::ofNumbers(const NumberRange &a, const NumberRange &b) const {
  switch (assumed_.course) {
  case Course::Growing:
  case Course::Falling:
    return monotone(a);
  case Course::Even:
    return even(a);
  case Course::Sine:
    return wave(a, std::numbers::pi / 2, -std::numbers::pi / 2);
  case Course::Cosine:
    return wave(a, 0, std::numbers::pi);
  case Course::Tangent:
    return tangent(a);
  case Course::Power:
    return power(a, b);
  case Course::Hypotenuse:
    return hypotenuse(a, b);
  case Course::Angle:
    return angle(a, b);
  case Course::PositiveDifference: {
    NumberRange z = NumberRange::none();
    z.add(at(a.low, b.high));
    z.add(at(a.high, b.low));
    return z;
  }
  case Course::Neighbour: // from a zero it passes over the other one
    return {stepped(a.low, -2, width_), stepped(a.high, 2, width_), false};
  case Course::Remainder: {
    const double most = std::min(sizeOf(a).high, stepped(sizeOf(b).high / 2, 1, width_));
    return {-most, most, hasAnyInfinity(a) || b.hasZero()};
  }
  default:
    return {};
  }
}

NumberRange Function::range(const NumberRange &a, const NumberRange &b) const {
  if (assumed_.course == Course::Unknown)
    return {};
  const bool isBinary = expr::argumentsOfFunction(function_) == 2;
  NumberRange z = NumberRange::none();
  if (a.hasNumbers() && (!isBinary || b.hasNumbers())) {
    const NumberRange numbersA{a.low, a.high, false}, numbersB{b.low, b.high, false};
    z = ofNumbers(numbersA, numbersB);
  }
  if (!a.nan && !(isBinary && b.nan))
    return z;
  z.nan = true;
  if (assumed_.course == Course::Power) // anything to the power of 0, and 1 to that of anything
    z.add(1);
  if (assumed_.course == Course::Hypotenuse) // infinite if one side is
    z.add(infinity);
  return z;
}

/// Takes slices from both ends of an operand's numbers for which `isPossible` is false.
template <class IsPossible> void shave(Domain &x, const IsPossible &isPossible) {
  constexpr unsigned mostRounds = 28; // the rest is left to the next pass
  const unsigned width = x.width();
  const NumberRange range = x.number();
  if (!range.hasNumbers())
    return;
  double low = range.low, high = range.high;
  if (!isPossible(low, high))
    return x.meetNumbers(range.nan ? NumberRange::onlyNan() : NumberRange::none());
  std::uint64_t size = stepsBetween(low, high, width);
  for (unsigned round = 0; round < mostRounds && size > 0; ++round) {
    size /= 2;
    const double end = stepped(low, static_cast<std::int64_t>(size), width);
    if (isBefore(end, high) && !isPossible(low, end))
      low = stepped(end, 1, width);
  }
  size = stepsBetween(low, high, width);
  for (unsigned round = 0; round < mostRounds && size > 0; ++round) {
    size /= 2;
    const double end = stepped(high, -static_cast<std::int64_t>(size), width);
    if (isBefore(low, end) && !isPossible(end, high))
      high = stepped(end, -1, width);
  }
  x.meetNumbers({low, high, range.nan});
}

} // namespace

NumberRange rangeOfFunction(unsigned function, unsigned width, const NumberRange &a,
                            const NumberRange &b) {
  return Function(function, width).range(a, b);
}

void backwardFunction(const Shape &shape, const Domain &z, Domain &a, Domain &b) {
  const Assumed &assumed = assumedOf(shape.extra);
  if (assumed.course == Course::Unknown || z.number().nan)
    return;
  const bool isBinary = expr::argumentsOfFunction(shape.extra) == 2;
  const bool forgivesNan = assumed.course == Course::Power || assumed.course == Course::Hypotenuse;
  if (!forgivesNan) {
    a.meetNumbers({-infinity, infinity, false});
    if (isBinary)
      b.meetNumbers({-infinity, infinity, false});
  }
  if (a.isEmpty() || b.isEmpty())
    return;
  const Function function(shape.extra, shape.width);
  const auto overlaps = [&](NumberRange range) {
    range.meet(z.number());
    return range.hasNumbers();
  };
  shave(a, [&](double low, double high) {
    return overlaps(function.range({low, high, false}, b.number()));
  });
  if (isBinary && !a.isEmpty())
    shave(b, [&](double low, double high) {
      return overlaps(function.range(a.number(), {low, high, false}));
    });
}

} // namespace solver::intervals
