// Inputs, assumptions and checks through <pincer.h>; a pure function with its annotations.
// EXPECT: exit 1
// EXPECT: covered 8 of 10
// EXPECT: finding check 23
#include <pincer.h>

PINCER_PURE PINCER_PARTITION(x < 0, x >= 0) static int twice(int x) { return x * 2; }

struct order {
  int count;
  char kind;
};

int main(void) {
  struct order order;
  char text[4];
  pincer_input(&order);
  pincer_input_bytes(text, sizeof text, "text");
  pincer_assume(order.count >= 0 && order.count < 1000);
  if (order.kind == 'x' && text[3] == 'q')
    return 1;
  int sum = twice(order.count) + text[0];
  pincer_check(sum != 1500);
  return 0;
}
