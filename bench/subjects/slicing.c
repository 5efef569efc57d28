/* Table 1 "slicing" (Figure 4): nine irrelevant conditions, then one that is never true. */
int slicing(int a, int b, int c, int d, int e, int f, int g, int h, int i) {
  volatile int sink = 0;
  if (a > 0) sink = 1; else sink = 2;
  if (b > 0) sink = 3; else sink = 4;
  if (c > 0) sink = 5; else sink = 6;
  if (d > 0) sink = 7; else sink = 8;
  if (e > 0) sink = 9; else sink = 10;
  if (f > 0) sink = 11; else sink = 12;
  if (g > 0) sink = 13; else sink = 14;
  if (h > 0) sink = 15; else sink = 16;
  if (i > 0) sink = 17; else sink = 18;
  int y = 0;
  if (y == 1)
    return -1; /* target: infeasible */
  return sink;
}
