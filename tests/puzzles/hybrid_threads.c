// A thread runs when inputs are asked for: such a state can't be frozen, so it is replayed.
// RUN: --strategy hybrid --steps 1500
// EXPECT: covered at least 5 of 6
// EXPECT: stat 'states not frozen: it has several threads' at least 1
#include <pthread.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);

static void *idle(void *unused) {
  for (;;)
    pause();
  return unused;
}

int main(void) {
  pthread_t thread;
  int rounds = 0, number = 0;
  pthread_create(&thread, 0, idle, 0);
  while (number != 123456) {
    number = __VERIFIER_nondet_int();
    if (++rounds > 30 && number == 4711)
      return 1;
  }
  return 0;
}
