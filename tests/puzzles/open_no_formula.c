// What a library reads and writes behind our back has no formula: the reason says so.
// RUN: --steps 3000
// EXPECT: open 'sum == 0x1234' true 'no formula says how inputs decide its condition'
// EXPECT: reason_kind 'sum == 0x1234' true no_formula
#define _XOPEN_SOURCE 700
#include <stdint.h>
#include <unistd.h>
int f(const uint16_t *from) {
  uint16_t to[4] = {0};
  swab(from, to, 8); // no substitute of ours
  uint16_t sum = 0;
  for (int i = 0; i < 4; i++)
    sum = sum * 31 + to[i];
  if (sum == 0x1234)
    return 1;
  return 0;
}
