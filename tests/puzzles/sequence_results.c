// What calls before the one under test return is expected, too; and a test ends with the call that
// it is there for.
// RUN: --steps 4000 --errors none
// EXPECT: covered 4 of 4
// EXPECT: emitted EXPECT_EQ(93, box_lock(
#include <stdlib.h>

struct box {
  int isLocked, reads;
};

struct box *box_open(void) { return calloc(1, sizeof(struct box)); }
void box_close(struct box *box) { free(box); }

int box_lock(struct box *box, int key) {
  if (key == 7)
    box->isLocked = 1;
  return 93;
}

int box_read(struct box *box) {
  if (box->isLocked)
    return -1;
  return ++box->reads;
}
