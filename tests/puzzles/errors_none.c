// What no input breaks, or only arithmetic that nobody asked about (errors_all.c): no finding.
// RUN: --steps 30000
// EXPECT: exit 0
// EXPECT: no finding
#include <stdlib.h>
int share(int x, int y) { return x / ((y & 6) + 1) % ((x | 1) & 15); }

int next(int x) { return (x ^ 0x5bd1e995) + 1; }

static unsigned hash(unsigned key) { return (key ^ key >> 16) * 2654435761u; }
static int table[8];
int look_up(unsigned key, unsigned mask) {
  unsigned i = hash(key) >> 28;
  return table[i < 8 ? i : 7] + table[key & mask & 7]; }

int on_heap(unsigned size, unsigned i) {
  if (size > 64 || i >= size)
    return -1;
  char *p = calloc(size, 1);
  if (!p)
    return -2;
  p[i] = 3;
  int result = p[size - 1];
  free(p);
  return result;
}

int largest(const int *numbers, unsigned count) {
  int most = 0;
  for (unsigned i = 0; numbers && i < count; ++i)
    if (numbers[i] > most)
      most = numbers[i];
  return most;
}

struct node { struct node *next; int value; };
int nth(const struct node *list, unsigned n) {
  while (list && n--)
    list = list->next;
  return list ? list->value : -1;
}
