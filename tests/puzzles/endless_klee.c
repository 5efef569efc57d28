// The same with KLEE's call: objects are asked for without end.
// RUN: --steps 12000
// EXPECT: exit 0
// EXPECT: covered 10 of 10
// EXPECT: no finding
#include <klee/klee.h>

struct message {
  int kind;
  short value;
};

int main(void) {
  int level = 0;
  for (;;) {
    struct message message;
    klee_make_symbolic(&message, sizeof message, "message");
    if (message.kind == 1)
      level++;
    else if (message.kind == 2 && level > 2) {
      if (message.value == 777)
        return 3;
    } else if (message.kind == 3)
      level = 0;
  }
}
