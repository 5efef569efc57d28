// Half of the branches are enough: the search ends long before its steps. Bounds of hybrid search may be given.
// RUN: --strategy hybrid --steps 20000 --enough 50 --quiet-inputs 16 --searched-inputs 4 --searched-runs 8
// EXPECT: exit 0
// EXPECT: covered at least 3 of 6
// EXPECT: stat executions at most 200
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned rounds = 0;
  for (;;) {
    unsigned number = (unsigned)__VERIFIER_nondet_int();
    if (number % 3 == 0)
      rounds++;
    if (rounds > 100 && number * number == 77) /* none */
      return 1;
  }
}
