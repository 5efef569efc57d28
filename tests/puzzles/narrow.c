// One number of 2^32, and a product that must not overflow: the first solution does, a smaller one does not.
// RUN: --strategy concolic --steps 2000
// EXPECT: covered 8 of 8
int narrow(int x, int y) {
  unsigned negated = 0u - (unsigned)x;
  if (x != 0 && (unsigned)x == negated)
    return 1;
  if (x * y == 1000000000 && y == 1000)
    return 2;
  return 0;
}
