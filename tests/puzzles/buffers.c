// Pointers to void: with a length, and without.
// EXPECT: exit 0
// EXPECT: covered 12 of 12
// EXPECT: no finding
#include <stddef.h>
#include <string.h>
int checksum(const void *data, size_t size) {
  const unsigned char *bytes = data;
  unsigned sum = 0;
  if (!data || size < 4)
    return -1;
  for (size_t i = 0; i < size; ++i)
    sum += bytes[i];
  return sum == 0 ? 0 : 1;
}
int same_place(void *a, void *b) { return a && a == b; }
