// The functions of libm that stay in terms by their names.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 192 of 192
#define _GNU_SOURCE
#include <math.h>
#define BETWEEN(low, x, high) ((x) > (low) && (x) < (high) ? 1 : 0)
int cosine(double x) { return BETWEEN(0.301, cos(x), 0.302); }
int tangent(double x) { return BETWEEN(7.1, tan(x), 7.2); }
int arcs(double x, double y, double z) { return BETWEEN(0.3, asin(x), 0.31) && BETWEEN(2.0, acos(y), 2.01) && BETWEEN(1.3, atan(z), 1.31); }
int hyperbolic(double x, double y, double z) { return BETWEEN(9.5, sinh(x), 9.6) && BETWEEN(8.5, cosh(y), 8.6) && BETWEEN(0.4, tanh(z), 0.41); }
int areas(double x, double y, double z) { return BETWEEN(2.5, asinh(x), 2.6) && BETWEEN(1.5, acosh(y), 1.6) && BETWEEN(0.9, atanh(z), 0.91); }
int exponentials(double x, double y, double z, double w) {
  return BETWEEN(50.1, exp(x), 50.2) && exp2(y) == 128.0 && BETWEEN(31.6, exp10(z), 31.7) && BETWEEN(3.1, expm1(w), 3.2);
}
int logarithms(double x, double y, double z) { return BETWEEN(4.4, log(x), 4.5) && log2(y) == 9.0 && BETWEEN(2.7, log10(z), 2.8); }
int moreLogarithms(double x, double y) { return BETWEEN(1.1, log1p(x), 1.2) && logb(y) == 17.0; }
int roots(double x, double y, double z) { return BETWEEN(5.5, cbrt(x), 5.6) && hypot(y, z) == 13.0 && y == 5.0; }
int errors(double x, double y) { return BETWEEN(0.5, erf(x), 0.51) && BETWEEN(1.2, erfc(y), 1.21); }
int gammas(double x, double y) { return x > 1 && BETWEEN(23.5, tgamma(x), 23.7) && y > 1 && BETWEEN(3.1, lgamma(y), 3.2); }
int bessel(double x, double y, double z, double w) {
  return BETWEEN(0.75, j0(x), 0.76) && BETWEEN(0.4, j1(y), 0.41) && BETWEEN(0.2, y0(z), 0.21) && BETWEEN(-0.9, y1(w), -0.89);
}
int directions(double x, double y) { return x > 0.5 && y > 0.5 && BETWEEN(0.7, atan2(y, x), 0.71); }
int differences(double x, double y) { return fdim(x, 3.5) == 1.25 && BETWEEN(-0.3, remainder(y, 2.0), -0.29); }
int neighbours(double x) { return nextafter(x, 9.0) == 4.0; }
int floats(float x, float y) { return BETWEEN(0.301f, cosf(x), 0.302f) && powf(y, 2.0f) == 6.25f; }
