// Sorting and searching, with what the comparisons decide.
// RUN: --strategy concolic --steps 12000
// The comparisons themselves fall over null pointers.
// EXPECT: exit 1
// EXPECT: covered 12 of 12
#include <stdlib.h>
#include <string.h>
static int ascending(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
int sorted(int a, int b, int c, int d) {
  int numbers[4] = {a, b, c, d};
  qsort(numbers, 4, sizeof(int), ascending);
  if (numbers[0] == 17 && numbers[3] == 4040)
    return 1;
  return 0;
}
int found(int key) {
  static const int primes[] = {20011, 30011, 40009, 50021, 60013};
  const int *p = bsearch(&key, primes, 5, sizeof(int), ascending);
  return p && *p == 40009 ? 1 : 0;
}
static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}
int texts(const char *s) {
  if (!s)
    return 0;
  const char *list[3] = {"north", "south", s};
  qsort(list, 3, sizeof *list, by_text);
  return list[1] == s ? 1 : 0;
}
