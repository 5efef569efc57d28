// Two pointers may refer to one object, or to places of one array.
// EXPECT: exit 0
// EXPECT: covered 12 of 12
// EXPECT: no finding
int same(int *a, int *b) {
  if (!a || !b)
    return -1;
  *a = 1;
  *b = 2;
  return *a == 2 ? 1 : 0;
}
int one_step(const int *a, const int *b) { return a && b && b == a + 1; }
