// Crashes are findings with a place; what they cover counts, and the rest of the function stays green.
// EXPECT: exit 1
// EXPECT: covered 8 of 8
// EXPECT: finding division-by-zero 11
// EXPECT: finding null-dereference 16
// EXPECT: finding assertion-failure 18
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
