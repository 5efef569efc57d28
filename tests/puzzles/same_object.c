// Two pointers to one object; the number in it stands nowhere in the text.
// RUN: --strategy concolic --steps 2000
// EXPECT: exit 0
// EXPECT: covered 8 of 8
int same_object(int *p, int *q) {
  if (!p || !q)
    return -1;
  if (p != q)
    return 0;
  *q = (int)((unsigned)*q * 3u + 7u);
  if ((unsigned)*p == 1000000009u)
    return 1;
  return 2;
}
