// Kinds of instructions that have no other puzzle: computed goto, switches on wide numbers, saturating and overflowing
// arithmetic, shifts of two words, selects, bit fields, structures by value, variable-length arrays, assembly.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 79 of 79
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
/* A small machine: each byte of the program is an instruction. */
int computedGoto(uint32_t program) {
  static const void *const places[] = {&&add, &&twice, &&end, &&flip};
  unsigned x = 1;
  for (int i = 0; i < 2; i++) {
    goto *places[program >> 8 * i & 3];
  add:
    x += 5;
    continue;
  twice:
    x *= 2;
    continue;
  flip:
    x ^= 0x11;
    continue;
  end:
    break;
  }
  return x == 23 ? 1 : 0;
}
int wideSwitch(uint64_t x) {
  switch (x * 3) {
  case 0x123456789abull * 3:
    return 1;
  case 0xfedcba9876ull * 3:
    return 2;
  default:
    return 0;
  }
}
int overflows(int a, unsigned b, short c) {
  int sum, difference;
  unsigned product;
  short narrow;
  if (__builtin_sadd_overflow(a, 2000000000, &sum) && a == 147483648 + 77)
    return 1;
  if (__builtin_umul_overflow(b, 65537, &product) && product == 65535)
    return 2;
  if (!__builtin_sub_overflow(a, -70000, &difference) && __builtin_add_overflow(c, 32000, &narrow) && narrow == -32001)
    return 3;
  return 0;
}
int carried(unsigned long a, unsigned long b) {
  unsigned long carry;
  const unsigned long sum = __builtin_addcl(a, b, 1, &carry);
  return carry && sum == 0x1234 && b == 0x5678 ? 1 : 0;
}
struct Fields {
  int small : 5;
  unsigned odd : 11;
  long wide : 37;
};
int fields(struct Fields f) { return f.small == -9 && f.odd == 1999 && f.wide == -60000000000 ? 1 : 0; }
struct Large {
  int numbers[7];
  char last;
};
static struct Large turned(struct Large x) {
  struct Large y = {.last = (char)(x.last + 1)};
  for (int i = 0; i < 7; i++)
    y.numbers[i] = x.numbers[6 - i] * 2;
  return y;
}
int byValue(struct Large x) { return x.numbers[6] < 10000 && x.numbers[6] > 0 && turned(x).numbers[0] == 13578 && turned(x).last == 'q' ? 1 : 0; }
int variableLength(unsigned char n, short x) {
  if (n < 2 || n > 20)
    return -1;
  short numbers[n];
  for (int i = 0; i < n; i++)
    numbers[i] = (short)(x ^ i);
  return numbers[n - 1] == 4111 ? 1 : 0;
}
static _Thread_local long own;
int threadLocal(long x) {
  own = x ^ 0x5555;
  own = own * 3;
  return own == 300000003 ? 1 : 0;
}
static _Atomic unsigned word;
static _Atomic long number;
int exchanged(unsigned a, unsigned b) {
  word = a;
  unsigned expected = 70707;
  if (!atomic_compare_exchange_strong(&word, &expected, b))
    return 0;
  return atomic_exchange(&word, 0) == 80808 ? 2 : 1;
}
int updated(long x) {
  number = 5;
  atomic_fetch_add(&number, x);
  atomic_fetch_xor(&number, 3);
  atomic_fetch_sub(&number, 1);
  return number == 123123 ? 1 : 0;
}
int assembly(unsigned x) {
  unsigned y = 1;
  __asm__("" : "+r"(y)); /* what comes out is concrete */
  return x * y == 0xa5a5a5 ? 1 : 0;
}
int logical(bool a, bool b, _Bool c, int x) { return (a ? x : b ? -x : 3) == -4444 && (a & c) == 0 && (a | c) ? 1 : 0; }
static int started;
__attribute__((constructor)) static void start(void) { started = 40; }
int constructed(int x) { return x + started == 90001 ? 1 : 0; }
static int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }
int recursive(int n) { return n < 60 && sum(n) == 1275 ? 1 : 0; }
