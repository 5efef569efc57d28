// An empty buffer has not even one byte: what reads it is undefined, and covers nothing.
// EXPECT: exit 1
// EXPECT: finding heap-buffer-overflow 10
// EXPECT: covered_ub 'data[0] == 7' false
// EXPECT: covered 3 of 6
#include <cstddef>
#include <cstdint>
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    if (data[0] == 7)
      return 1;
  if (size > 3)
    return 2;
  return 0;
}
