// Jumps and signal handlers that compute: what lives across them has right terms, or none.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 1
// EXPECT: covered 18 of 18
// EXPECT: stat 'self-check terms' at least 100
#include <setjmp.h>
#include <signal.h>
static jmp_buf back;
/* A counter and an accumulator in the frame that is jumped back to. */
int loops(int x, int y) {
  volatile int sum = x, times = 0;
  const int same = x ^ y; /* not changed after setjmp: its value is kept */
  switch (setjmp(back)) {
  case 0:
    break;
  default:
    times = times + 1;
    sum = sum * 2 + y;
  }
  if (times < 3)
    longjmp(back, 5);
  return same == 0x1234 && x == 0x777 ? 1 : 0;
}
static sigjmp_buf out;
static volatile int received, secret;
static void compute(int s) {
  received = secret * 2 + s;
  if (received == 2 * 1000 + SIGUSR2)
    siglongjmp(out, received);
}
int handlers(int x) {
  secret = x - 7;
  signal(SIGUSR1, compute);
  signal(SIGUSR2, compute);
  if (sigsetjmp(out, 1))
    return 1;
  raise(SIGUSR1);
  if (received == 5000 + SIGUSR1)
    return 2;
  raise(SIGUSR2);
  return 0;
}
static void *words[5];
static void jumpWords(int x) {
  if (x == 40961)
    __builtin_longjmp(words, 1);
}
int builtins(int x) {
  if (__builtin_setjmp(words) == 0) {
    jumpWords(x + 1);
    return 0;
  }
  return 1;
}
