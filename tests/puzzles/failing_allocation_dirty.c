// Behind its allocation it reads what nobody set. That the allocation fails is found all the same.
// RUN: --steps 20000
// EXPECT: exit 1
// EXPECT: finding uninitialised-read 16
// EXPECT: covered 1 of 4
// EXPECT: covered_ub '!p' false
#include <stdlib.h>
int reads_unset(int k) {
  int *p = malloc(2 * sizeof *p);
  if (!p)
    return -1;
  p[0] = k;
  const int r = p[1] > 3 ? 1 : 2;
  free(p);
  return r;
}
