// Checks of the program's own: that they fail is sought like any other outcome.
// RUN: --steps 20000
// EXPECT: exit 1
// EXPECT: finding assertion-failure 9
// EXPECT: finding unreachable-code 18
#include <assert.h>
static unsigned hash(unsigned key) { return (key ^ key >> 16) * 2654435761u; }
int checked(unsigned key) {
  assert(hash(key) - 0x1234567 > 2);
  return 1;
}
int covered(unsigned key) {
  switch (hash(key) % 3 + (hash(key) == 0xfffffffeu)) {
  case 0: return 7;
  case 1: return 8;
  case 2: return 9;
  }
  __builtin_unreachable(); }
