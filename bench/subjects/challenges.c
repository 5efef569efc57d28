/* Table 1 "hard-loop" (Figure 1): a loop that must run 1024 times, then a function of the library. */
#include <math.h>
int challenges(int x, double u) {
  int res = 0;
  int i = 0;
  while (i < x) {
    int tmp = i % 2;
    if (tmp == 0) {
      res = res - 1;
    } else {
      res = res + 17;
    }
    i++;
  }
  if (res == 8192) {
    if (sin(u) > 0) {
      return -1; /* target: x == 1024, sin(u) > 0 */
    }
    return 2;
  }
  return 0;
}
