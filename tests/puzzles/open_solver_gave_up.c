// Where the solver gives up, the reason says over what.
// RUN: --steps 3000
// EXPECT: exit 0
// EXPECT: open 'a * b == 0x8f2b5c71d3e94a67' true 'the solver gave up'
// EXPECT: open 'a * b == 0x8f2b5c71d3e94a67' true 'product of inputs'
// EXPECT: reason_kind 'a * b == 0x8f2b5c71d3e94a67' true solver_gave_up
#include <stdint.h>
int f(uint64_t a, uint64_t b) {
  if (a > 3 && b > 3 && a < (1ull << 40) && b < (1ull << 40) && a * a % 1000003 == b * b % 999983 &&
      a * b == 0x8f2b5c71d3e94a67)
    return 1;
  return 0;
}
