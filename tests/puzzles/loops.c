// Loops of every kind, with continue, break and goto.
// EXPECT: exit 0
// EXPECT: covered 18 of 18
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
