// Crashes are findings with a place; what only they take is no part of a green run. abort and assert are death tests in it.
// EXPECT: exit 1
// EXPECT: covered 8 of 10
// EXPECT: covered_crash 'kind == 77' true
// EXPECT: constant 2
// EXPECT: finding division-by-zero 13
// EXPECT: finding null-dereference 18
// EXPECT: finding assertion-failure 20
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
