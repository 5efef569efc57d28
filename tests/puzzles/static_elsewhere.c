// A test of this source needs calls of a function that another one keeps to itself: its exports hold that. To that one,
// the struct is opaque; its objects are those that this one makes.
// RUN: static_elsewhere_other.c --steps 20000
// EXPECT: covered 8 of 8
// EXPECT: emitted pincer_step_up(counter)
#include "static_elsewhere.h"
#include <stdlib.h>
struct counter {
  int value;
};
struct counter *counter_new(void) { return calloc(1, sizeof(struct counter)); }
void counter_free(struct counter *c) { free(c); }
int counter_is_full(const struct counter *c) {
  if (!c)
    return -1;
  if (c->value >= 3)
    return 1;
  return 0;
}
int *counter_value(struct counter *c) { return c ? &c->value : NULL; }
