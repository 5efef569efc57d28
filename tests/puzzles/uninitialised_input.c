// What a local holds that nothing was stored in is an input: both ways are found, apart.
// RUN: --steps 30000 --uninitialised input
// EXPECT: exit 1
// EXPECT: needs_ub
// EXPECT: finding uninitialised-read 18
// EXPECT: finding uninitialised-read 28
// EXPECT: covered_ub 'code == 305419896' true
// EXPECT: covered_ub 'name[3] == 113' true
// EXPECT: covered 8 of 12
// EXPECT: function clean tested
int find(int x) {
  int code;
  if (x > 0)
    code = x;
  else
    x = -x;
  if (x < 1000)
    if (code == 305419896)
      return 1;
  return 2;
}

int text(char c) {
  char name[8];
  name[0] = c;
  if (c == 'a')
    return 1;
  if (name[3] == 113)
    return 2;
  return 3;
}

int clean(int x) {
  int y;
  if (x > 7)
    y = 1;
  else
    y = 2;
  return y;
}
