// LLVMFuzzerInitialize runs before each input, in C++ too.
// EXPECT: exit 0
// EXPECT: covered 5 of 6
// EXPECT: open !ready true
#include <cstddef>
#include <cstdint>
static int ready;
extern "C" int LLVMFuzzerInitialize(int *argc, char ***) {
  ready = *argc;
  return 0;
}
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!ready)
    return 0;
  return size > 2 && data[0] == 'q' ? 1 : 0;
}
