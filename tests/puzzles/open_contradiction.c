// A query that contradicts itself names the conditions that do, with their lines; what lies behind it names it.
// RUN: --no-proofs
// EXPECT: exit 0
// EXPECT: open '(x ^ y) == 5' true 'ontradiction'
// EXPECT: open '(x ^ y) == 5' true '`(x & 3) == 1` (line 13)'
// EXPECT: open '(x ^ y) == 5' true '`(y & 3) == 1` (line 15)'
// EXPECT: reason_kind '(x ^ y) == 5' true contradiction
// EXPECT: open 'n == 3' true 'no run came to its condition, and `(x ^ y) == 5` in front of it (line 17) was never true'
// EXPECT: reason_kind 'n == 3' true never_asked
// EXPECT: open 'n == 3' false 'no run came to its condition'
// EXPECT: covered 5 of 8
int f(unsigned x, unsigned y, int n) {
  if ((x & 3) == 1) {

    if ((y & 3) == 1) {

      if ((x ^ y) == 5) {
        if (n == 3)
          return 4;
        return 3;
      }
      return 2;
    }
  }
  return 0;
}
