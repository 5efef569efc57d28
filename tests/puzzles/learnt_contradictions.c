// Every record passes the same checks, and some of them contradict each other: what is learnt from
// the first records of one function answers the same question about all others, in another function
// too, whatever their inputs are called.
// RUN: --strategy concolic --steps 1500
// EXPECT: exit 0
// EXPECT: covered 22 of 24
// EXPECT: stat 'solver: cores: unsat' at least 20
// EXPECT: stat 'solver: bits: unsat' at most 4
#include <stdint.h>

struct span {
  uint32_t low, high, step;
};

static int check(const struct span *s) {
  if (s->low > 100000 || s->high > 100000)
    return -1;
  if (s->high < s->low)
    return -2;
  if (s->step == 0 || s->step > 1000)
    return -3;
  uint32_t size = s->high - s->low;
  if (size > 100000) /* never: both ends are in order and small */
    return -4;
  if (s->low + s->step < s->low) /* never: no sum runs over */
    return -5;
  return size >= s->step ? 1 : 0;
}

struct batch {
  struct span spans[12];
};

int all_long(struct batch batch) {
  for (int i = 0; i < 12; ++i)
    if (check(&batch.spans[i]) <= 0)
      return i;
  return 12;
}

int some_long(struct batch batch) {
  int count = 0;
  for (int i = 0; i < 12; ++i)
    if (check(&batch.spans[i]) == 1)
      ++count;
  return count;
}
