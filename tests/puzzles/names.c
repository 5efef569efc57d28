// Functions whose names the code around the subject has, too: the subject may use them.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 12 of 12
int fail(int x) { return x == 70001 ? 1 : 0; }
int leave(int x) { return x == 70002 ? 1 : 0; }
int checked(int x) { return x == 70003 ? 1 : 0; }
int serve(int x) { return x == 70004 ? 1 : 0; }
int recordEvent(int x) { return x == 70005 ? 1 : 0; }
int objectAt(int x) { return x == 70006 ? 1 : 0; }
