// Runs that the harness wants no test of: what they take is open, and that is the reason.
// EXPECT: exit 0
// EXPECT: covered 0 of 4
// EXPECT: open 'x == 10' true 'the harness wants no test of'
// EXPECT: open 'x == 10' false 'the harness wants no test of'
// EXPECT: reason_kind 'y == 10' true only_rejected
// EXPECT: no finding
#include <klee/klee.h>

int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  y = x;
  if (x == 10)
    if (y == 10)
      x = 1;
  klee_silent_exit(x == 1);
}
