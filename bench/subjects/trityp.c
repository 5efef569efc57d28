/* Table 1 "trityp": the classic triangle. */
int trityp(int i, int j, int k) {
  int type = 0;
  if (i <= 0 || j <= 0 || k <= 0)
    return 4;
  if (i == j)
    type = type + 1;
  if (i == k)
    type = type + 2;
  if (j == k)
    type = type + 3;
  if (type == 0) {
    if (i + j <= k || j + k <= i || i + k <= j)
      return 4;
    return 1; /* target 1: three sides that differ */
  }
  if (type > 3)
    return 3; /* target 2: three equal sides */
  if (type == 1 && i + j > k)
    return 2;
  else if (type == 2 && i + k > j)
    return 2; /* target 3: i and k are equal, j is not */
  else if (type == 3 && j + k > i)
    return 2;
  return 4;
}
