// What a harness does wrong is told at its own lines; that an input is symbolic may be asserted.
// EXPECT: exit 1
// EXPECT: finding stack-buffer-overflow 13
// EXPECT: finding null-dereference 15
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x;
  char text[4];
  klee_make_symbolic(&x, sizeof x, "x");
  assert(klee_is_symbolic(x));
  if (x == 5)
    klee_make_symbolic(text, 40, "text");
  if (x == 6)
    klee_make_symbolic(0, 4, "nowhere");
  return x == 7 ? 1 : 2;
}
