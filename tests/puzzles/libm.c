// Functions of libm: those that are operations, and those that stay in terms by their name.
// RUN: --strategy concolic --steps 3000 -- -lm
// EXPECT: covered 12 of 12
#include <math.h>
int root(double a) { return sqrt(a) == 1234.5; }
int floors(double a) { return floor(a) == -77.0 && a != -77.0; }
int magnitude(float a) { return fabsf(a) == 4321.0f && a < 0; }
int rounds(double a) { return lround(a) == 98765; }
