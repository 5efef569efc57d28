// A struct that ends in an array without a bound.
// EXPECT: exit 0
// EXPECT: covered 6 of 6
// EXPECT: no finding
#include <stddef.h>
struct packet {
  unsigned size;
  unsigned char data[];
};
int parse(struct packet *p) {
  if (p && p->size > 2 && p->data[2] == 0x7e) {
    p->data[0] = 1;
    return 1;
  }
  return 0;
}
