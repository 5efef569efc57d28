// A harness that asks for inputs without end, whose states lie behind each other: without being told so, most of the work goes
// into the search from states deep in a run.
// RUN: --steps 5000
// EXPECT: covered 18 of 18
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  static const char key[] = "({~ax})";
  unsigned state = 0;
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == '[' && state == 0)
      state = 1;
    else if (state > 0 && state < 8 && c == (unsigned char)key[state - 1])
      state++;
    if (c == ']' && state == 8 && __VERIFIER_nondet_uchar() == 'r' && __VERIFIER_nondet_uchar() == 'e')
      return 1;
  }
}
