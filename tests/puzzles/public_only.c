// With --public, what no header declares is reached through what one does; its branches count.
// RUN: --public
// EXPECT: exit 0
// EXPECT: covered 12 of 14
// EXPECT: function meter_add tested
// EXPECT: function unused skipped --public
// EXPECT: open 'x > 3' true
#include "public_only.h"
#include <stddef.h>

static int clamp(int value, int most) { return value > most ? most : value; }

int unused(int x) { return x > 3 ? 1 : 0; }

int meter_add(struct meter *meter, int amount) {
  if (meter == NULL)
    return -1;
  if (amount < 0 || amount > 100)
    return -2;
  if (meter->value < 0 || meter->value > 1000)
    return -3;
  meter->value = clamp(meter->value + amount, meter->most);
  return 0;
}
