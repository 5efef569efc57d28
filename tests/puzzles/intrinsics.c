// Intrinsics and atomic updates: bits are counted, turned, added with a look at the overflow.
// RUN: --strategy concolic --steps 3000
// EXPECT: covered 24 of 24
#include <stdatomic.h>
int population(unsigned long a) { return __builtin_popcountl(a) == 63 ? 1 : 0; }
int leading(unsigned a) { return a && __builtin_clz(a) == 29 ? 1 : 0; }
int trailing(unsigned long a) { return a && __builtin_ctzl(a) == 47 ? 1 : 0; }
int swapped(unsigned a) { return __builtin_bswap32(a) == 0x12345678 ? 1 : 0; }
int reversed(unsigned a) { return __builtin_bitreverse32(a) == 0x12345678 ? 1 : 0; }
int rotated(unsigned a, unsigned by) { return __builtin_rotateleft32(a, by) == 0x80000001 && by % 32 == 9 ? 1 : 0; }
int overflows(long a, long b) {
  long result;
  return __builtin_mul_overflow(a, b, &result) && a == 0x100000001 ? 1 : 0;
}
static _Atomic int counter;
int atomics(int a) {
  counter = a;
  __atomic_fetch_nand((int *)&counter, 0xffff0fff, 0);
  return counter == 0xf234 ? 1 : 0;
}
