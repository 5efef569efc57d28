// Equations and inequalities over floating point, alone and together with integers: each function
// has a branch that a solver must find.
// RUN: --strategy concolic --steps 6000
// EXPECT: covered 38 of 38
// EXPECT: no finding
#include <math.h>
int between(double x) { return x * x > 2.0 && x < 1.5 && x > 0; }
int root(double x) { return sqrt(x) == 12.0 ? 1 : 0; }
int wave(double x) { return sin(x) > 0.9 && x < -20.0; }
int cents(double price) { return price > 0 && price < 1000 && (int)(price * 100) == 1234; }
int system2(double x, double y) { return x + y == 10.0 && x - y == 4.0; }
int mixed(float weight, int count) {
  if (count < 3 || count > 100)
    return 0;
  return weight * (float)count > 99.5f && weight < 2.0f;
}
int power(double base, double exponent) { return exponent > 2.5 && pow(base, exponent) == 1024.0; }
int nearly(double x) { return fabs(x - 0.1) < 1e-9 && x != 0.1; }
