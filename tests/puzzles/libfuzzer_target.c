// A fuzz target: bytes and how many there are; set up before. Reading one byte too far is found.
// EXPECT: exit 1
// EXPECT: covered 14 of 18
// EXPECT: open '!ready' true
// EXPECT: finding heap-buffer-overflow 19
#include <stddef.h>
#include <stdint.h>

static int ready;
static volatile int tails; /* or else nobody would read that byte */

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  ready = *argc > 0 && (*argv)[0] != NULL;
  return 0;
}

static int has_tail(const uint8_t *data, size_t size) {
  if (size > 5 && data[4] == size)
    return data[size] == 'x'; /* one too far */
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (!ready)
    return -1;
  if (Size >= 4 && Data[0] == 'P' && Data[1] == 'N' && Data[3] == (uint8_t)(Data[2] ^ 0x5a))
    tails += has_tail(Data, Size);
  return 0;
}
