/* Table 1 "hard-loop" (Figure 1) without its call of sin: a loop that must run 1024 times. */
int hard_loop(int x) {
  int res = 0;
  for (int i = 0; i < x; ++i) {
    int tmp = i % 2;
    if (tmp == 0)
      res = res - 1;
    else
      res = res + 17;
  }
  if (res == 8192)
    return 1; /* target: x == 1024 */
  return 0;
}
