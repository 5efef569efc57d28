// Functions of libm: those that are operations, and those that stay in terms by their name.
// RUN: --strategy concolic --steps 3000
// EXPECT: covered 34 of 34
#include <math.h>
int root(double a) { return sqrt(a) == 1234.5 ? 1 : 0; }
int floors(double a) { return floor(a) == -77.0 && a != -77.0 ? 1 : 0; }
int magnitude(float a) { return fabsf(a) == 4321.0f && a < 0 ? 1 : 0; }
int rounds(double a) { return lround(a) == 98765 ? 1 : 0; }
int sine(double a) { return a > 0 && a < 1.5 && sin(a) > 0.75 && sin(a) < 0.8 ? 1 : 0; }
int parts(double a) {
  int exponent;
  return frexp(a, &exponent) == 0.625 && exponent == 20 ? 1 : 0;
}
int scaled(int n) { return ldexp(0.75, n) == 196608.0 ? 1 : 0; }
// The example with a native function of the paper on mixed concrete-symbolic solving, and a peak that is hardly that high.
int bessel(double x) {
  double y = y0(x);
  return x >= 1.25 && y > 0.2 ? 1 : 2;
}
int bessel_far(double x) { return x >= 13 && y0(x) > 0.2 ? 1 : 2; }
