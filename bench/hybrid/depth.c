/* What is wanted lies 60 inputs deep, behind WORK rounds of a loop for each of these: what does a flip
 * cost there? (bench/hybrid/flip_cost) */
extern int __VERIFIER_nondet_int(void);
#ifndef WORK
#define WORK 1
#endif

int main(void) {
  unsigned rounds = 0, mixed = 7, alarms = 0;
  for (;;) {
    unsigned number = (unsigned)__VERIFIER_nondet_int();
    for (unsigned i = 0; i < (rounds < 60 ? WORK : 1); i++)
      mixed = mixed % 2 ? mixed * 31 + i : mixed / 2 + i;
    if (rounds >= 60 && alarms < 20) {
      if ((number ^ rounds) == 0x5eed1234)
        alarms++;
      if (alarms > 1 && number * 3 == 771)
        alarms = 1;
    }
    if (alarms == 3 && number == mixed + 4711)
      return 1;
    rounds++;
  }
}
