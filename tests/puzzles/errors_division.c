// Errors are goals, too: all branches are soon covered, and one input in 2^32 divides by zero.
// RUN: --steps 20000
// EXPECT: exit 1
// EXPECT: covered 4 of 4
// EXPECT: finding division-by-zero 9
// EXPECT: finding signed-integer-overflow 13
// EXPECT: finding division-by-zero 22
// EXPECT: function share tested
int rate(int x) { return 100 / ((x ^ 0x5bd1e995) - 77777); }
int quotient(int a, int b) {
  if (b == 0)
    return 0;
  return a / b; }

/* In a function that another calls, on one of its ways. */
static unsigned mixed(unsigned key) { return (key ^ key >> 15) * 0x2c1b3c6du; }
int bucket(unsigned key, unsigned buckets) {
  if (buckets > 7)
    buckets = mixed(key) - 0x1234abcd;
  else
    buckets = 7;
  return (int)(1000u % buckets); }

/* Safe, and not known to be without thinking: nothing is said of it. */
int share(int x, int y) { return x / ((y & 6) + 1) % ((x | 1) & 15); }
