// Leaving through exit is an outcome, no crash.
// EXPECT: exit 0
// EXPECT: covered 2 of 2
// EXPECT: no finding
#include <stdlib.h>
int check(int x) {
  if (x < 0)
    exit(3);
  return x;
}
