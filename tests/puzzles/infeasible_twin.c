// infeasible.c with one constant of each function changed: what was infeasible is taken. Three others are not any more.
// RUN: --steps 20000
// EXPECT: exit 0
// EXPECT: covered 40 of 43
// EXPECT: infeasible 'kept != 5' false
// EXPECT: infeasible 'at[1] == 1' false
// EXPECT: infeasible 'of == &x' true
int range(int x) {
  if (x > 3)
    if (x < 5)
      return 1;
  return 0;
}
int residue(unsigned x) {
  unsigned squares = x * x + 1;
  if (squares % 4 == 2)
    return 1;
  return 0;
}
static int masked(int x) { return x & 15; }
int callee(int x) {
  int low = masked(x);
  if (low > 7)
    return 1;
  return 0;
}
int bits(int x) {
  int count = 0;
  for (int i = 0; i < 9; i++)
    count += (x >> i) & 1;
  if (count == 9)
    return 1;
  return 0;
}
int local(int (*unknown)(int)) {
  int kept = 6;
  if (unknown)
    unknown(1);
  if (kept != 5)
    return 1;
  return 0;
}
int array(int x) {
  int at[2] = {x & 2, 1};
  if (at[1] == 1)
    return 1;
  return 0;
}
int loop(short n, int step) {
  if (step < -3)
    return 0;
  int sum = 0;
  while (n-- > 0)
    sum += step;
  if (sum & 1)
    if (step < 0)
      return 1;
  return 0;
}
static const int known[4] = {1, 5, 10, 2};
int table(int i) {
  if (known[i & 3] > 9)
    return 1;
  return 0;
}
int address(int x) {
  int other = 0, *of = x > 5 ? &x : &other;
  if (x == 5)
    of = of == &x ? of : 0;
  if (!of)
    return 1;
  return other;
}
int whole(int x) {
  double number = x / 0.0;
  if (number != number)
    return 1;
  return 0;
}
int choice(int seven) {
  switch (seven & 7) {
  case 1:
    return 1;
  case 7:
    return 2;
  default:
    return 0;
  }
}
int pointed(int x, int y) {
  int pair[2] = {x, y}, *to = pair;
  to[1] = y * 2;
  if (pair[1] != y)
    return 1;
  return 0;
}
