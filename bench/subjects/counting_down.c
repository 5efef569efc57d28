/* Table 1 "easy-loop": a loop that counts down, as long as the input says; the target wants BOUND rounds. */
#ifndef BOUND
#define BOUND 1000
#endif
int counting_down(int x) {
  int rounds = 0;
  while (x > 0) {
    x = x - 3;
    rounds = rounds + 1;
  }
  if (rounds == BOUND)
    return 1; /* target: 3 * BOUND - 2 <= x <= 3 * BOUND */
  return 0;
}
