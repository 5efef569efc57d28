// Conditions whose value is used rather than branched on count like any other.
// EXPECT: exit 0
// EXPECT: covered 14 of 14
// EXPECT: no finding
int both(int a, int b) { return a && b; }
int either(int a, int b) { return a || !b; }
int choose(int c) {
  int x = c > 5 ? 1 : 2;
  return x;
}
int nested(int a, int b) { return a ? b ? 3 : 2 : 1; }
