// A branch that only an overflow takes is covered apart; the others by clean tests.
// EXPECT: exit 1
// EXPECT: needs_ub
// EXPECT: covered 3 of 4
// EXPECT: finding signed-integer-overflow 7
int wraps(int x) {
  if (x + 1 < x)
    return 1;
  if (x > 5)
    return 2;
  return 3;
}
