#include "library/numbers_floating.h"

#include <errno.h>
#include <stdint.h>

/* Exponents as they stand in the bits, and by how much numbers without a leading bit are enlarged
 * to get one. */
enum { BIAS = 1023, ALL = 0x7ff, FLOAT_BIAS = 127, FLOAT_ALL = 0xff, ENLARGE = 64 };

typedef union {
  double number;
  uint64_t bits;
} Double;
typedef union {
  float number;
  uint32_t bits;
} Float;

HELPER double powerOfTwo(int exponent) {
  return (Double){.bits = (uint64_t)(exponent + BIAS) << 52}.number;
}
HELPER float powerOfTwoFloat(int exponent) {
  return (Float){.bits = (uint32_t)(exponent + FLOAT_BIAS) << 23}.number;
}

/* In up to three steps, since powers of two end somewhere. On the way down no step but the last may
 * round, so each leaves room for all the digits. */
HELPER double scaled(double x, int n) {
  enum { UP = 1023, DOWN = -1022 + 53 };
  for (int step = 0; step < 2 && n > UP; step++) {
    x *= powerOfTwo(UP);
    n -= UP;
  }
  for (int step = 0; step < 2 && n < -1022; step++) {
    x *= powerOfTwo(DOWN);
    n -= DOWN;
  }
  return x * powerOfTwo(n > UP ? UP : n < -1022 ? -1022 : n);
}

HELPER float scaledFloat(float x, int n) {
  enum { UP = 127, DOWN = -126 + 24 };
  for (int step = 0; step < 2 && n > UP; step++) {
    x *= powerOfTwoFloat(UP);
    n -= UP;
  }
  for (int step = 0; step < 2 && n < -126; step++) {
    x *= powerOfTwoFloat(DOWN);
    n -= DOWN;
  }
  return x * powerOfTwoFloat(n > UP ? UP : n < -126 ? -126 : n);
}

HELPER int isOrdinary(double x) { return x - x == 0 && x != 0; }

double OURS(ldexp)(double x, int n) {
  const double result = scaled(x, n);
  if (isOrdinary(x) && !isOrdinary(result))
    errno = ERANGE;
  return result;
}

float OURS(ldexpf)(float x, int n) {
  const float result = scaledFloat(x, n);
  if (isOrdinary(x) && !isOrdinary(result))
    errno = ERANGE;
  return result;
}

double OURS(scalbn)(double x, int n) { return OURS(ldexp)(x, n); }
float OURS(scalbnf)(float x, int n) { return OURS(ldexpf)(x, n); }

double OURS(frexp)(double x, int *exponent) {
  *exponent = 0;
  if (!isOrdinary(x))
    return x + x;
  Double parts = {x};
  if ((parts.bits >> 52 & ALL) == 0) {
    parts.number *= powerOfTwo(ENLARGE);
    *exponent = -ENLARGE;
  }
  *exponent += (int)(parts.bits >> 52 & ALL) - (BIAS - 1);
  parts.bits = (parts.bits & ~((uint64_t)ALL << 52)) | (uint64_t)(BIAS - 1) << 52;
  return parts.number;
}

float OURS(frexpf)(float x, int *exponent) {
  *exponent = 0;
  if (!isOrdinary(x))
    return x + x;
  Float parts = {x};
  if ((parts.bits >> 23 & FLOAT_ALL) == 0) {
    parts.number *= powerOfTwoFloat(ENLARGE);
    *exponent = -ENLARGE;
  }
  *exponent += (int)(parts.bits >> 23 & FLOAT_ALL) - (FLOAT_BIAS - 1);
  parts.bits = (parts.bits & ~((uint32_t)FLOAT_ALL << 23)) | (uint32_t)(FLOAT_BIAS - 1) << 23;
  return parts.number;
}

/* The fraction has the sign of the number, also where it is zero. */
double OURS(modf)(double x, double *whole) {
  *whole = __builtin_trunc(x);
  const int isInfinite = __builtin_fabs(x) > 0x1.fffffffffffffp+1023;
  return __builtin_copysign(isInfinite ? 0 : x - *whole, x);
}

float OURS(modff)(float x, float *whole) {
  *whole = __builtin_truncf(x);
  const int isInfinite = __builtin_fabsf(x) > 0x1.fffffep+127f;
  return __builtin_copysignf(isInfinite ? 0 : x - *whole, x);
}
