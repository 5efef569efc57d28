// What another source keeps for itself changes with every call: the emitted suite compiles without it.
// RUN: --steps 2000 statics_elsewhere_other.c
// EXPECT: exit 0
// EXPECT: covered 4 of 4
int elsewhere_count(int n);
int count(int n) { return elsewhere_count(n) > 3 ? 1 : 0; }
