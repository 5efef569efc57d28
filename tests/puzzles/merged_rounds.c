// How often a loop goes round decides, and no value in it has a formula; only one of 2^32 numbers is right, 1386. All rounds are one formula.
// RUN: --errors none --exit-zero
// EXPECT: exit 0
// EXPECT: covered 10 of 10
// EXPECT: stat 'gains: merged' at least 1
#include <math.h>

int challenges(int x, double u) {
  int res = 0;
  if (x > 100000)
    return -1;
  for (int i = 0; i < x; ++i) {
    int tmp = i % 2;
    if (tmp == 0)
      res = res - 1;
    else
      res = res + 17;
  }
  if (res == 11088)
    if (sin(u) > 0.5)
      return 1;
  return 0;
}
