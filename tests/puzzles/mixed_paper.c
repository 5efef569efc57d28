// Functions that no solver looks into (PINCER_PURE): the examples of "Symbolic execution with mixed concrete-symbolic
// solving". They are called with arguments that the solver finds. `way` makes branches of the paths through an example.
// RUN: --strategy concolic --steps 3000
// EXPECT: covered 43 of 48
// EXPECT: covered_ub 'y == x * x' true
// EXPECT: open 'y == 20' true
// EXPECT: needs_ub
// EXPECT: stat 'solver: mixed: sat' at least 4
// EXPECT: stat 'wrong predictions' at most 0
#include <pincer.h>

PINCER_PURE PINCER_PARTITION(x > 3 && x < 11, x <= 3) static int hash(int x) { return x >= 0 && x <= 10 ? 10 * x : 0; }

int figure_1(int x, int y) { // S0 and S1, S3 and S4: all four
  int way = 0;
  if (x > 0) {
    if (y == hash(x))
      way += 1;
    if (x > 3 && y > 10)
      way += 2;
    switch (way) {
    case 0:
      return 14;
    case 1:
      return 4;
    case 2:
      return 13;
    default:
      return 3;
    }
  }
  return -1;
}

int figure_1_line_7(int x, int y) { // nothing tells of an x that hash makes large
  if (x > 0) {
    if (y == hash(x)) {
      if (y > 10)
        return 3;
      return 4;
    }
    return y > 10 ? 13 : 14;
  }
  return -1;
}

int figure_3(int x, int y) { // over the integers there is none; 32 bits wrap around
  if (x >= 0 && x > y && y == x * x)
    return 1;
  return 0;
}

PINCER_PURE static double cube(int x) { return (double)x * x * x; }

int figure_6(int x, int y) { // only the first of the two is in reach
  if (cube(x) > 0) {
    if (x > 0 && y == 10)
      return 1;
  } else {
    if (x > 0 && y == 20)
      return 2;
  }
  return 0;
}

PINCER_PURE static int identity(int x) { return x; }

int figure_7(_Bool b, int x, int y) {
  if (b)
    return y <= 0 ? 1 : 2;
  if (x <= 0 && identity(y) == 1)
    return 3;
  return 4;
}
