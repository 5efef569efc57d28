// Loops of every kind, with continue, break and goto.
// The sum is never 5 when n > 3, so one branch stays open; a null array with n > 0 is the finding.
// EXPECT: exit 1
// EXPECT: covered 17 of 18
// EXPECT: open 's != 5' false
// EXPECT: finding null-dereference
int sum(unsigned char n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (i == 7)
      continue;
    if (i > 100)
      break;
    s += i;
  }
  while (n > 3 && s != 5)
    n--;
  do {
    s++;
  } while (s < 10);
again:
  s /= 2;
  if (s > 20)
    goto again;
  return s;
}
int find(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] == x)
      return i;
  return -1;
}
