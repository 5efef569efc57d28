// Which of two calls comes first, or whether a variable is read before a call changes it, is the compiler's choice: gcc takes
// what clang's order would contradict. So nothing is proved of it; where the source settles the order, it is.
// RUN: --steps 1000
// EXPECT: open 'swapped > 0' true
// EXPECT: open 'sum == 2' true
// EXPECT: infeasible 'settled > 0' true
static int count, shared;
static int next(void) { return ++count; }
static int difference(int a, int b) { return a - b; }
static int change(void) {
  shared = 2;
  return 0;
}
int arguments(void) {
  count = 0;
  int swapped = difference(next(), next());
  if (swapped > 0)
    return 1;
  return 0;
}
int operands(void) {
  shared = 1;
  int sum = shared + change();
  if (sum == 2)
    return 1;
  return 0;
}
int statements(void) {
  count = 0;
  int first = next(), second = next(), settled = difference(first, second);
  if (settled > 0)
    return 1;
  return 0;
}
