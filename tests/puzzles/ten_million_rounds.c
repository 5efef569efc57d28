// Millions of rounds on a symbolic condition reach a bound of the log: it is told, and what was recorded is right.
// RUN: --strategy concolic --steps 12 --test-timeout 20s --entry rounds
// EXPECT: stat 'symbolic runs with a bound reached' at least 1
// EXPECT: stat 'made concrete: hot branch' at least 1000000
unsigned rounds(unsigned n) {
  unsigned sum = 0, most = n | 10000000u;
  for (unsigned i = 0; i < most && i < 10000000u; ++i)
    sum += i ^ n;
  return sum == 77;
}
