// Behind a condition that no run meets, nothing is asked for: the reason names what is in front.
// RUN: --steps 2000 --strategy random --no-proofs
// EXPECT: exit 0
// EXPECT: open 'y == 3' true 'no run came to its condition, and `x * x - 5 == 1234567` in front of it (line 8) was never true'
// EXPECT: open 'y == 4' false 'no run came to its condition, and `x * x - 5 == 1234567` in front of it (line 8) was never true'
// EXPECT: reason_kind 'y == 3' true never_asked
int f(long long x, int y) {
  if (x * x - 5 == 1234567) {
    if (y == 3)
      return 1;
    if (y == 4)
      return 2;
  }
  return 0;
}
