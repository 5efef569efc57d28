// Both operands of a macro have one location; each is a condition of its own.
// EXPECT: exit 0
// EXPECT: covered 12 of 12
// EXPECT: no finding
#define BOTH(a, b) ((a) > 10 && (b) > 20)
#define CLAMP(x, lo, hi) ((x) < (lo) ? (lo) : (x) > (hi) ? (hi) : (x))

int both(int a, int b) {
  if (BOTH(a, b))
    return 1;
  return BOTH(b, a);
}

int clamp(int x) { return CLAMP(x, 0, 100); }
