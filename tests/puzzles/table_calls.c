// Functions chosen from tables, switches that become tables, sizes that come from outside.
// RUN: --strategy concolic --steps 3000
// EXPECT: exit 0
// EXPECT: covered 24 of 24
// EXPECT: no finding
#include <stdint.h>
#include <stdlib.h>

static int twice(int x) { return (int)(2u * (unsigned)x); }
static int next(int x) { return (int)((unsigned)x + 1u); }
static int negative(int x) { return (int)-(unsigned)x; }
static int odd(int x) { return x == 31337 ? 7 : 0; }
static int (*const operations[])(int) = {twice, next, negative, odd};
int by_function(unsigned which, int x) {
  if (which >= 4)
    return -1;
  return operations[which](x) == 7 ? 1 : 0;
}

/* Becomes a table when it is optimised. */
static int days(unsigned month) {
  switch (month) {
  case 0:
    return 31;
  case 1:
    return 28;
  case 2:
    return 31;
  case 3:
    return 30;
  case 4:
    return 31;
  default:
    return 7;
  }
}
int by_switch(unsigned month, unsigned day) {
  if (days(month) == 28)
    return day > 27 ? 2 : 1;
  return 0;
}

/* Nothing, and more than there is. */
int sizes(uint64_t n) {
  char *block = malloc(n);
  if (!block)
    return -1;
  free(block);
  if (n == 0)
    return 0;
  return n > 5000 && n < 5010 ? 2 : 1;
}
