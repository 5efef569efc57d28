// What no execution takes is proved. In infeasible_twin.c one constant of each function is another, and the branch is taken.
// RUN: --steps 4000
// EXPECT: exit 0
// EXPECT: covered 30 of 43
// EXPECT: infeasible 'x < 5' true "'x > 10' is true"
// EXPECT: infeasible 'squares % 4 == 2' true
// EXPECT: infeasible 'low > 7' true
// EXPECT: infeasible 'count == 9' true
// EXPECT: infeasible 'kept != 5' true
// EXPECT: infeasible 'at[1] == 1' true
// EXPECT: infeasible 'step < 0' true
// EXPECT: infeasible 'known[i & 3] > 9' true
// EXPECT: infeasible '!of' true
// EXPECT: infeasible 'number != number' true
// EXPECT: infeasible 'case 7' 'case 7'
// EXPECT: infeasible 'pair[1] != y' true
// EXPECT: function range tested
int range(int x) {
  if (x > 10)
    if (x < 5)
      return 1;
  return 0;
}
int residue(unsigned x) {
  unsigned squares = x * x + 0;
  if (squares % 4 == 2)
    return 1;
  return 0;
}
static int masked(int x) { return x & 7; }
int callee(int x) {
  int low = masked(x);
  if (low > 7)
    return 1;
  return 0;
}
int bits(int x) {
  int count = 0;
  for (int i = 0; i < 8; i++)
    count += (x >> i) & 1;
  if (count == 9)
    return 1;
  return 0;
}
int local(int (*unknown)(int)) {
  int kept = 5;
  if (unknown)
    unknown(1);
  if (kept != 5)
    return 1;
  return 0;
}
int array(int x) {
  int at[2] = {x & 2, 0};
  if (at[1] == 1)
    return 1;
  return 0;
}
int loop(short n, int step) {
  if (step < 0)
    return 0;
  int sum = 0;
  while (n-- > 0)
    sum += step;
  if (sum & 1)
    if (step < 0)
      return 1;
  return 0;
}
static const int known[4] = {1, 5, 9, 2};
int table(int i) {
  if (known[i & 3] > 9)
    return 1;
  return 0;
}
int address(int x) {
  int other = 0, *of = x > 4 ? &x : &other;
  if (x == 5)
    of = of == &x ? of : 0;
  if (!of)
    return 1;
  return other;
}
int whole(int x) {
  double number = x / 2.0;
  if (number != number)
    return 1;
  return 0;
}
int choice(int seven) {
  switch (seven & 3) {
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
  to[0] = y * 2;
  if (pair[1] != y)
    return 1;
  return 0;
}
