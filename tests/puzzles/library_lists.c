// Sorting with an argument, and lists that are searched from one end to the other.
// RUN: --strategy concolic --steps 1000
// The comparisons themselves fall over null pointers.
// EXPECT: exit 1
// EXPECT: covered 10 of 10
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
static int byDigit(const void *a, const void *b, void *modulus) {
  const unsigned m = *(const unsigned *)modulus, x = *(const unsigned *)a % m, y = *(const unsigned *)b % m;
  return x < y ? -1 : x > y;
}
int sorted(unsigned a, unsigned b) {
  unsigned numbers[3] = {a, b, 5005}, modulus = 1000;
  qsort_r(numbers, 3, sizeof *numbers, byDigit, &modulus);
  return numbers[0] == 80001 ? 1 : 0;
}
static int differ(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }
int found(int key) {
  const int list[] = {1000, 20000, 300000};
  size_t count = 3;
  return lfind(&key, list, &count, sizeof key, differ) == list + 1 ? 1 : 0;
}
int entered(int key) {
  int list[4] = {1000, 20000, 300000};
  size_t count = 3;
  lsearch(&key, list, &count, sizeof key, differ);
  return count == 4 && list[3] == -4 ? 1 : 0;
}
