// Old C again: what makes memory is not declared, and returns pointers all the same. A harness's assumption
// holds for any number that is not zero, an array without a length has one element, and numbers become pointers.
// EXPECT: exit 0
// EXPECT: output compiled as old C
// EXPECT: covered 14 of 14
// EXPECT: function sum_of tested
// EXPECT: function pick tested
// EXPECT: function assumed tested
// EXPECT: function as_pointer tested
int sum_of(int n) {
  int i, sum = 0;
  if (n < 1 || n > 20)
    return -1;
  int *numbers = calloc(n, sizeof(int));
  numbers = realloc(numbers, 2 * n * sizeof(int));
  for (i = 0; i < n; i++)
    sum += numbers[i] = i;
  free(numbers);
  return sum == 45 ? 1 : 0;
}

unsigned counts[];
static int pairs[][2];

int pick(int k) {
  counts[0] += k;
  pairs[0][1] = k;
  return counts[0] == 7 ? 1 : 0;
}

int assumed(unsigned n) {
  __CPROVER_assume(n & 6);
  return n == 2 ? 1 : 0;
}

int as_pointer(long n) {
  char *text = n;
  return text == 7 ? 1 : 0;
}
