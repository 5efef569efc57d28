// What matters happens after dozens of rounds, and no branch tells the way there: random inputs lead deep, where only the
// next few are solved for. What comes before is concrete.
// RUN: --strategy hybrid --steps 4000
// EXPECT: exit 0
// EXPECT: covered 12 of 12
// EXPECT: no finding
// EXPECT: stat 'runs from snapshots' at least 20
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned rounds = 0, mixed = 7, alarms = 0;
  while (alarms < 2) {
    unsigned number = (unsigned)__VERIFIER_nondet_int();
    if (rounds >= 60 && (number ^ mixed) == 0x5eed1234)
      alarms++;
    if (alarms == 1 && number * 3 == 771 && rounds % 2 == 1)
      alarms++;
    mixed = mixed * 31 + number;
    rounds++;
  }
  return 0;
}
