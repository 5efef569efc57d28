// Ten megabytes that are never freed, in every run and so in every state that waits.
// RUN: --strategy hybrid --steps 2000
// EXPECT: exit 0
// EXPECT: covered 6 of 6
// EXPECT: stat 'runs from snapshots' at least 10
// EXPECT: stat 'most bytes of a snapshot' at least 10000000
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int rounds = 0, number = 0;
  char *volatile memory = malloc(10 << 20);
  memset(memory, 1, 10 << 20);
  while (number != 123456) {
    number = __VERIFIER_nondet_int();
    if (++rounds > 30 && number == 4711)
      return memory[number];
  }
  return 0;
}
