// Reads of memory that nothing was stored in are findings, at the line that uses the value, and no
// green test rests on one.
// RUN: --steps 20000 --no-static --no-failing-allocations
// EXPECT: exit 1
// EXPECT: needs_ub
// EXPECT: finding uninitialised-read 32
// EXPECT: finding uninitialised-read 41
// EXPECT: finding uninitialised-read 56
// EXPECT: finding uninitialised-read 66
// EXPECT: finding uninitialised-read 75
// EXPECT: finding uninitialised-read 85
// EXPECT: finding uninitialised-read 101
// EXPECT: finding uninitialised-read 113
// EXPECT: finding uninitialised-read 124
// EXPECT: finding missing-return 132
// EXPECT: output 10 findings
// EXPECT: covered_ub 'table[n - 1] > 100' false
// EXPECT: open 'table[n - 1] > 100' true depends on memory that nothing was stored in
#include <stdlib.h>

/* No case matches. */
int price(unsigned kind) {
  int sum;
  switch (kind & 3) {
  case 0:
    sum = 10;
    break;
  case 1:
    sum = 20;
    break;
  }
  return sum;
}

/* An array that is partly filled. */
int filled(unsigned n) {
  int table[8];
  n = n % 8 + 1;
  for (unsigned i = 0; i + 1 < n; ++i)
    table[i] = (int)i;
  if (table[n - 1] > 100)
    return 1;
  return 0;
}

/* A member that is forgotten, and one that is not. */
struct pair {
  int first, second;
};
static void begin(struct pair *p, int x) { p->first = x; }
int member(int x) {
  struct pair p;
  begin(&p, x);
  if (p.first > 5)
    return 1;
  if (p.second > 5)
    return 2;
  return 3;
}

/* Fresh heap. */
int heap(unsigned n) {
  int *values = malloc(16 * sizeof *values);
  const int found = values[n & 15] == 7;
  free(values);
  return found ? 1 : 2;
}

/* A block that grew. */
int grown(unsigned n) {
  char *text = calloc(4, 1);
  char *more = realloc(text, 64);
  n &= 63;
  int result = 0;
  if (more[n] == 'x')
    result = 1;
  free(more);
  return result;
}

/* An array of variable length. */
int variable(unsigned char n) {
  int values[n % 8 + 2];
  values[0] = 1;
  if (values[n % 8 + 1] == 2)
    return 1;
  return 2;
}

/* A callee that fails, and a caller that does not look. */
static int parse(const char *text, int *out) {
  if (text[0] != '#')
    return -1;
  *out = text[1];
  return 0;
}
int careless(char c) {
  int value;
  const char text[3] = {c, 'a', 0};
  parse(text, &value);
  if (value == 'a')
    return 1;
  return 2;
}

/* A bit-field beside those that are set. */
struct flags {
  unsigned ready : 1, size : 7;
};
int bits(unsigned x) {
  struct flags f;
  f.ready = x & 1;
  if (f.size == 3)
    return 1;
  return (int)x & 1;
}

/* A pointer that is set on one path. */
int pointer(int x) {
  int *p;
  if (x > 3)
    p = &x;
  if (x < 100)
    return *p + 1;
  return 7;
}

/* No return. */
int silent(int x) {
  if (x)
    return 1;
}
