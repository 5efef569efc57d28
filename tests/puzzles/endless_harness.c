// A harness that never ends: each test supplies some inputs and ends where they do. What was taken until then counts.
// RUN: --steps 12000
// EXPECT: exit 0
// EXPECT: covered 25 of 25
// EXPECT: no finding
// EXPECT: outcome normal
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static int phase, alarms = 3;

static int next(int input) {
  switch (phase) {
  case 0:
    return input == 4711 ? 1 : 0;
  case 1:
    if (__VERIFIER_nondet_char() != 'x')
      return 0;
    return input == -99 ? 2 : 1;
  case 2:
    return input * 3 == 771 ? 3 : 2;
  case 3:
    return input > 1000000 && input % 1000 == 7 ? 4 : 3;
  default:
    if (input == 12)
      alarms++;
    return 0;
  }
}

int main(void) {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input == 1 && phase != 3)
      return -2;
    phase = next(input);
    if (alarms > 3)
      alarms = 0;
  }
}
