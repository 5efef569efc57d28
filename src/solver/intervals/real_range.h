#pragma once

#include "solver/intervals/number_range.h"

namespace solver::intervals {

/// An interval of real numbers, the infinities as ends only or as members; every operation rounds
/// outwards. Zeros have no sign here.
struct RealRange {
  double low = -infinity, high = infinity;
  bool contains(double number) const { return low <= number && number <= high; }
};

/// Every real number that is rounded to one in the range.
RealRange roundedTo(const NumberRange &range, unsigned width);
RealRange exactly(const NumberRange &range);

RealRange operator+(const RealRange &a, const RealRange &b);
RealRange operator-(const RealRange &a, const RealRange &b);
RealRange operator*(const RealRange &a, const RealRange &b);
RealRange square(const RealRange &a);
/// Of what is not negative in it.
RealRange squareRoot(const RealRange &a);

/// The numbers of a width (no NaN) that lie in it or next to it.
NumberRange numbersIn(const RealRange &range, unsigned width);
/// Takes from `x` what is no quotient of `a` and `b`.
void meetQuotient(NumberRange &x, const RealRange &a, const RealRange &b, unsigned width);
/// Takes from `x` what is neither in the range nor its negative in it.
void meetEitherSign(NumberRange &x, const NumberRange &range);

} // namespace solver::intervals
