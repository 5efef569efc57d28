// No test lets an allocation fail, and no proof takes it for granted that none does.
// RUN: --no-failing-allocations
// EXPECT: covered 3 of 6
// EXPECT: open '!p' true
// EXPECT: open 'copy == 0' true
// EXPECT: infeasible 'p == 0' true
#include <stdlib.h>
#include <string.h>

int checked(void) {
  char *p = malloc(10);
  if (!p)
    return -1;
  *p = 1;
  if (p == 0)
    return -2;
  free(p);
  return 0;
}

int copied(void) {
  char *copy = strdup("abc");
  if (copy == 0)
    return 1;
  free(copy);
  return 0;
}
