// Nothing of nothing is no share.
// RUN: --fail-under 100
// EXPECT: exit 0
// EXPECT: output no branches, 1 test, 0 findings
// EXPECT: covered 0 of 0
int twice(int x) { return x == 0; }
