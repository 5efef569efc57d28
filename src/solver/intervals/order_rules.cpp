// Comparisons of numbers take the two zeros for one, and are false for NaNs.
#include "solver/intervals/rules.h"

namespace solver::intervals {

using expr::Operation;

namespace {

bool isOneNumber(const NumberRange &x) { return !x.nan && x.low == x.high; }

void meetTruth(Domain &z, bool isTrue, bool isFalse) {
  if (isTrue)
    z.meetValue(1);
  if (isFalse)
    z.meetValue(0);
}

/// Keeps numbers up to `bound`, and NaNs if there are any.
void atMost(Domain &x, double bound, bool strictly) {
  if (strictly && bound == -infinity)
    return x.meetNumbers(NumberRange::onlyNan());
  const double high =
      strictly ? stepped(bound == 0 ? -0.0 : bound, -1, x.width()) : (bound == 0 ? 0.0 : bound);
  x.meetNumbers({-infinity, high, true});
}

void atLeast(Domain &x, double bound, bool strictly) {
  if (strictly && bound == infinity)
    return x.meetNumbers(NumberRange::onlyNan());
  const double low =
      strictly ? stepped(bound == 0 ? 0.0 : bound, 1, x.width()) : (bound == 0 ? -0.0 : bound);
  x.meetNumbers({low, infinity, true});
}

void noNan(Domain &x) { x.meetNumbers({-infinity, infinity, false}); }

void less(Domain &a, Domain &b, bool strictly) {
  noNan(a);
  noNan(b);
  if (a.isEmpty() || b.isEmpty())
    return;
  atMost(a, b.number().high, strictly);
  if (!a.isEmpty())
    atLeast(b, a.number().low, strictly);
}

/// a < b (or a <= b) is false: they are the other way round, or one is a NaN.
void notLess(Domain &a, Domain &b, bool strictly) {
  if (!b.number().nan && b.number().hasNumbers())
    atLeast(a, b.number().low, !strictly);
  if (!a.isEmpty() && !a.number().nan && a.number().hasNumbers())
    atMost(b, a.number().high, !strictly);
}

void unequal(Domain &a, const Domain &b) {
  if (!isOneNumber(b.number()) || !a.number().hasNumbers())
    return;
  const double bound = b.number().low;
  const NumberRange range = a.number();
  if (range.low == bound && range.high == bound)
    return a.meetNumbers(NumberRange::onlyNan());
  if (range.low == bound)
    atLeast(a, bound, true);
  else if (range.high == bound)
    atMost(a, bound, true);
}

} // namespace

void forwardOrder(const Shape &shape, Domain &z, const Domain &a, const Domain &b) {
  const NumberRange &x = a.number(), &y = b.number();
  const bool mayBeNan = x.nan || y.nan, isNan = !x.hasNumbers() || !y.hasNumbers();
  if (shape.operation == Operation::FUnordered)
    return meetTruth(z, isNan, !mayBeNan);
  if (isNan)
    return z.meetValue(0);
  switch (shape.operation) {
  case Operation::FEqual:
    return meetTruth(z, isOneNumber(x) && isOneNumber(y) && x.low == y.low,
                     x.high < y.low || y.high < x.low);
  case Operation::FLess:
    return meetTruth(z, !mayBeNan && x.high < y.low, x.low >= y.high);
  default:
    return meetTruth(z, !mayBeNan && x.high <= y.low, x.low > y.high);
  }
}

void backwardOrder(const Shape &shape, const Domain &z, Domain &a, Domain &b) {
  if (!z.isPoint())
    return;
  const bool holds = z.value() != 0;
  switch (shape.operation) {
  case Operation::FUnordered:
    if (!holds) {
      noNan(a);
      noNan(b);
    } else {
      if (!a.number().nan)
        b.meetNumbers(NumberRange::onlyNan());
      if (!b.isEmpty() && !b.number().nan)
        a.meetNumbers(NumberRange::onlyNan());
    }
    return;
  case Operation::FEqual:
    if (holds) {
      less(a, b, false);
      if (!a.isEmpty() && !b.isEmpty())
        less(b, a, false);
    } else {
      unequal(a, b);
      if (!a.isEmpty())
        unequal(b, a);
    }
    return;
  case Operation::FLess:
    return holds ? less(a, b, true) : notLess(a, b, true);
  default:
    return holds ? less(a, b, false) : notLess(a, b, false);
  }
}

} // namespace solver::intervals
