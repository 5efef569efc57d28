// Arithmetic that gives another number than meant is sought if asked for.
// RUN: --steps 20000 --errors all
// EXPECT: exit 1
// EXPECT: finding signed-integer-overflow 6
// EXPECT: finding invalid-shift 9
int next(int x) { return (x ^ 0x5bd1e995) + 1; }

unsigned shifted(unsigned x) {
  return 1u << ((x * 2654435761u >> 28) + (x * 2654435761u == 0x87654321u) * 32); }
