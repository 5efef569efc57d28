// A length that the program names is tried, with a buffer of that length.
// EXPECT: covered 6 of 6
#include <stddef.h>
#define BLOCK 5552
unsigned sum(const unsigned char *data, size_t length) {
  unsigned sum = 0, blocks = 0;
  if (data == NULL)
    return 1;
  if (length >= BLOCK)
    blocks = data[BLOCK - 1];
  for (size_t i = 0; i < length; ++i)
    sum += data[i];
  return sum + blocks;
}
