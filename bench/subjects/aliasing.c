/* Two pointers to one object that holds a number no text names. */
int aliasing(int *p, int *q) {
  if (!p || !q)
    return -1;
  if (p != q)
    return 0;
  unsigned before = (unsigned)*p;
  *q = (int)((unsigned)*q * 3u + 7u);
  if ((unsigned)*p == 1000000009u && before != 0)
    return 1; /* *p == 333333334, seen through either */
  return 2;
}
