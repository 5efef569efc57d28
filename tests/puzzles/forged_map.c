// Wild writes into the map of what was taken make nothing covered: x > 10 && x < 5 stays open.
// RUN: --steps 3000 --no-proofs
// EXPECT: exit 1
// EXPECT: finding wild-pointer
// EXPECT: open 'x < 5' true
// EXPECT: covered 5 of 14
// EXPECT: reason_kind 'pincer_coverage' true not_believed
// EXPECT: output are not believed
#include <stdint.h>
static unsigned char buffer[16];
extern unsigned char pincer_coverage[] __attribute__((weak));
int impossible(int x) {
  if (x > 10 && x < 5)
    return 1;
  return 0;
}
/* Where the map lies is the linker's business; pages are written until one can't be. */
void by_distance(unsigned at) {
  unsigned char *page = (unsigned char *)(((uintptr_t)buffer + 4096) & ~(uintptr_t)4095);
  if (at < 64)
    for (int i = 0; i < 1 << 16; i++)
      page[i * 4096 + at] = 1;
}
void by_name(unsigned at) {
  if (at < 1u << 31 && pincer_coverage)
    for (int i = 0; i < 64; i++)
      pincer_coverage[i] = 1;
}
