// Numbers: parts of them, their absolute values, and how they are read from texts.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 80 of 80
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
int absolute(int x) { return x > -100000 && abs(x) == 77777 && x < 0 ? 1 : 0; }
int absoluteLong(long x) { return x > -10000000000 && labs(x) == 7777777777 && x < 0 ? 1 : 0; }
int absoluteLongest(long long x) { return x > -10000000000 && llabs(x) == 8888888888 && imaxabs(x) != x ? 1 : 0; }
int quotients(long a, long long b) {
  const ldiv_t x = ldiv(a, 1000);
  const lldiv_t y = lldiv(b, -1000);
  return x.quot == 123 && x.rem == 456 && y.quot == -77 && y.rem == 5 ? 1 : 0;
}
int scaled(float a, double b) { return ldexpf(a, 3) == 44.0f && scalbn(b, -2) == 12.5 ? 1 : 0; }
int scaledFloat(float a) { return scalbnf(a, 1) == 11.5f ? 1 : 0; }
int taken(float a) {
  int exponent;
  return frexpf(a, &exponent) == 0.75f && exponent == 12 ? 1 : 0;
}
int split(double a, float b) {
  double whole;
  float part;
  return modf(a, &whole) == 0.25 && whole == 4096 && modff(b, &part) == -0.5f && part == -7.0f ? 1 : 0;
}
int readLong(const char *s) { return s && atol(s) == 3 ? 1 : 0; }
int readLongest(const char *s) { return s && atoll(s) == 271 ? 1 : 0; }
int readInBase(const char *s) {
  char *end;
  return s && strtoll(s, &end, 5) == 12 && *end == '.' ? 1 : 0;
}
int readUnsigned(const char *s) { return s && strtoull(s, NULL, 16) == 0xfa ? 1 : 0; }
int readWidest(const char *s) { return s && strtoimax(s, NULL, 36) == 35 ? 1 : 0; }
int readDouble(const char *s) {
  char *end;
  return s && strtod(s, &end) == 6 && *end == 'm' ? 1 : 0;
}
int readFloat(const char *s) { return s && strtof(s, NULL) >= 5.0f ? 1 : 0; }
int readPlainly(const char *s) { return s && atof(s) >= 3 ? 1 : 0; }
