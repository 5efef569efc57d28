// Any member of a union may be the one that is set; bit-fields and nested arrays hold all they can.
// EXPECT: exit 0
// EXPECT: covered 18 of 18
// EXPECT: no finding
struct value {
  enum { NUMBER, REAL, TEXT } tag;
  union {
    int number;
    double real;
    char text[8];
  } as;
};
struct flags {
  unsigned a : 3, : 2, b : 5;
  int c : 4;
};
struct item {
  short id;
  struct flags flags;
  int grid[2][2];
};
int check(struct value v) {
  if (v.tag == REAL && v.as.real > 0.25 && v.as.real < 0.75)
    return 1;
  if (v.tag == TEXT && v.as.text[0] == 'x')
    return 2;
  return 0;
}
int count(const struct item items[], int n) {
  int found = 0;
  if (!items)
    return -1;
  for (int i = 0; i < n; ++i)
    if (items[i].flags.a == 5 && items[i].flags.c < 0)
      found ^= items[i].grid[1][0];
  return found;
}
