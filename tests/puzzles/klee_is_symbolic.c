// What depends on an input is symbolic, what is made of constants is not.
// EXPECT: exit 0
// EXPECT: covered 7 of 10
// EXPECT: no finding
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int x, y, z = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if (x) {
    assert(klee_is_symbolic(y));
    if (klee_is_symbolic(x + 1) && y == 77)
      return 1;
  } else {
    z = 3;
    assert(!klee_is_symbolic(z));
  }
  return 0;
}
