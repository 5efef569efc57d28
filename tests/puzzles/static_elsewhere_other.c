// The other source of static_elsewhere.c.
// RUN: static_elsewhere.c --steps 20000
// EXPECT: covered 8 of 8
// EXPECT: emitted pincer_step_up(counter)
#include "static_elsewhere.h"
static void step_up(struct counter *c) {
  int *value = counter_value(c);
  if (value)
    *value += 1;
}
void (*const stepping)(struct counter *) = step_up;
