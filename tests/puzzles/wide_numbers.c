// Numbers of more than 64 bits, and of fewer than 32: divisions of 128 bits, long double, _Float16.
// RUN: --strategy concolic --steps 3000
// EXPECT: exit 0
// EXPECT: covered 84 of 84
// EXPECT: stat 'wrong predictions' at most 0
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef unsigned __int128 wide;
int modular(uint64_t a) { return (uint64_t)((wide)a * 0x123456789abcdefull % 1000000007) == 123456 ? 1 : 0; }
int power(uint64_t a) { return a < 4000000000000 && a > 1000 && (uint64_t)((wide)a * a % 0xffffffffffffffc5ull) == 9000000000000 ? 1 : 0; }
int quotient(uint64_t a, uint64_t b) { return b > 1000 && (uint64_t)(((wide)a << 64 | 77) / b) == 0x123456789 && a < b ? 1 : 0; }
int digits(wide a) { return a / 10000000000000000000ull == 7 && a % 10 == 3 ? 1 : 0; }
int bySign(__int128 a) { return a < 0 && a / 1000 == -((__int128)1 << 70) && a % 1000 == -9 ? 1 : 0; }
int byMore(wide a, wide b) { return b >> 70 == 5 && a / b == 3 && a % b == 11 ? 1 : 0; }
int half(__int128 a) { return (int64_t)(a >> 64) == 0x1234 && (uint64_t)a == 0x5678 ? 1 : 0; }
int sum(long double a) { return a + 0.25L == 100.5L ? 1 : 0; }
int ratio(long double a, int b) { return a / b == 12.5L && b == 7 ? 1 : 0; }
int squared(double a) { return (long double)a * a == 152.3681640625L ? 1 : 0; }
int precise(uint64_t a) { return (long double)a + 1 == 18446744073709551615.0L ? 1 : 0; }
int functions(long double a) { return sqrtl(a) >= 12.0L && sqrtl(a) < 13 && floorl(a / 5) == 33 ? 1 : 0; }
int between(long double a) {
  if (a > 1e300L)
    return 3;
  if (a < -5 && a > -6)
    return 2;
  return fabsl(a) < 1e-10L && a != 0 ? 1 : 0;
}
int converted(long double a) { return (int)a == 4242 && (float)a > 4242.5f ? 1 : 0; }
static long double stored[4];
int kept(double a, unsigned char at) {
  stored[at & 3] = a;
  return stored[2] * 2 == 84.5L ? 1 : 0;
}
int short16(float a) { return (_Float16)a == (_Float16)12.75 && a != 12.75f ? 1 : 0; }
int tiny(float a, float b) {
  const _Float16 sum = (_Float16)a + (_Float16)b;
  return sum == (_Float16)100 && a == 99.5f ? 1 : 0;
}
int text(const char *a) { return a && strtold(a, NULL) == 12.5L ? 1 : 0; }
int scanned(const char *a) {
  long double number;
  return a && sscanf(a, "%Lf", &number) == 1 && number > 300 ? 1 : 0;
}
