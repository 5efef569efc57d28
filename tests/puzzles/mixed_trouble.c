// Functions that say they are pure and misbehave: they crash, hang, print, leave, count their calls, look at
// variables. Each evaluation that fails is no solution, each that differs is seen, and the search goes on.
// RUN: --strategy concolic --steps 1500 --test-timeout 100ms
// EXPECT: exit 1
// EXPECT: covered at least 38 of 50
// EXPECT: output 'counts' is not pure: counts(
// EXPECT: output 'depends' is not pure: depends(
// EXPECT: output 'prints', called with arguments that the solver chose, prints
// EXPECT: output 'crashes', called with arguments that the solver chose, crashes (SIG
// EXPECT: output 'hangs', called with arguments that the solver chose, does not return in time
// EXPECT: output 'leaves', called with arguments that the solver chose, exits with 3
// EXPECT: output PINCER_PARTITION of 'oddly': 'x > limit' is no condition that can be read: 'limit' is no parameter
// EXPECT: output PINCER_PURE has no effect on 'wide': its arguments have more than 192 bits
// EXPECT: stat 'pure functions: impure' at least 2
// EXPECT: stat 'pure functions: calls that failed' at least 4
#include <math.h>
#include <pincer.h>
#include <stdio.h>
#include <stdlib.h>

PINCER_PURE static int crashes(int x) { return x > 1000 ? abort(), 1 : x / 2; }
int uses_crashes(int x, int y) { return crashes(x) == y && y > 600 ? 1 : 0; }

PINCER_PURE static int hangs(int x) {
  while (x > 1000)
    ;
  return x / 2;
}
int uses_hangs(int x, int y) { return x > 10 && hangs(x) == y && y > 400 ? 1 : 0; }

PINCER_PURE static int prints(int x) {
  printf("%d\n", x);
  return x / 2;
}
int uses_prints(int x, int y) { return prints(x) == y && y > 400 ? 1 : 0; }

PINCER_PURE static int leaves(int x) {
  if (x > 1000)
    exit(3);
  return x / 2;
}
int uses_leaves(int x, int y) { return leaves(x) == y && y > 600 ? 1 : 0; }

PINCER_PURE static int counts(int x) {
  static int calls;
  return x + calls++;
}
int uses_counts(int x, int y) { return counts(x) == y && y > 400 ? 1 : 0; }

int offset;
PINCER_PURE static int depends(int x) { return x + offset; }
int uses_depends(int x, int y) {
  offset = 1000;
  return depends(x) == y && y > 400 ? 1 : 0;
}

PINCER_PURE PINCER_PARTITION(x > limit) static int oddly(int x) { return x * 7; }
int uses_oddly(int x, int y) { return x > 3 && oddly(x) == y && y > 400 ? 1 : 0; }

PINCER_PURE static double wide(double a, double b, double c, double d) { return a + b * c - d; }
int uses_wide(double x) { return wide(x, 2, 3, 4) > 1000 ? 1 : 0; }

PINCER_PURE static double ratio(int x) { return x == 5 ? NAN : 1.0 / x; }
int uses_ratio(int x) {
  if (isnan(ratio(x)))
    return 1;
  if (isinf(ratio(x)))
    return 2;
  return ratio(x) > 0.3 && x > 1 ? 3 : 0;
}
