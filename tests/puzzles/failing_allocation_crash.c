// What goes wrong only if an allocation fails is a finding that says so.
// EXPECT: exit 1
// EXPECT: finding null-dereference 13
// EXPECT: emitted failing{2}
// EXPECT: covered 4 of 4
#include <stdlib.h>
#include <string.h>

int unchecked(int n) {
  char *first = malloc(4), *second = calloc(1, 4);
  if (first)
    strcpy(first, "abc");
  second[0] = 'x';
  const int result = n > 7 ? 1 : 0;
  free(first);
  free(second);
  return result;
}
