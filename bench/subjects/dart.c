/* Table 1 "dart" of the symcretic paper: the standard example of concolic testing. */
static int twice(int x) { return 2 * x; }
int dart(int x, int y) {
  if (x != y)
    if (twice(x) == x + 10)
      return 1; /* target 1 */
  int z = x * y + 7;
  if (z == 1000000007 && y == 1000)
    return 2; /* target 2: x * y == 1000000000 */
  return 0;
}
