// Crashes are findings with a place; what they cover counts, and the rest of the function stays green.
// EXPECT: exit 1
// EXPECT: covered 9 of 10
// EXPECT: constant 2
// EXPECT: finding division-by-zero 12
// EXPECT: finding null-dereference 17
// EXPECT: finding assertion-failure 19
// EXPECT: finding abort
#include <assert.h>
#include <stdlib.h>
int divide(int a, int b) {
  return a > 0 ? a / b : 0; }
int crash(int kind) {
  if (kind == 77) {
    int *p = 0;
    /* the next line crashes */
    *p = 1; }
  if (kind == 78)
    assert(kind < 70);
  if (kind == 79)
    abort();
  return 0;
}
