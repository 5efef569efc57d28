/* Table 1 "easy-loop": a loop that counts down. */
int easy_loop(int x, int y) {
  int steps = 0;
  while (x > 0 && steps < 1000) {
    x = x - 3;
    steps++;
  }
  if (steps == 17 && x == -1 && y == steps * 123457)
    return 1; /* target: x == 50, y == 2098769 */
  return 0;
}
