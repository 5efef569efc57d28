// A function that nobody calls and that can't be called itself: no function leads there.
// EXPECT: exit 0
// EXPECT: open 'n > 3' true 'no function that is called leads here, and sum itself is not called (it takes a variable number of arguments, and no call in its source says which)'
// EXPECT: reason_kind 'n > 3' true no_way_here
#include <stdarg.h>
int sum(int n, ...) {
  if (n > 3)
    return 1;
  return 0;
}
int f(int x) {
  if (x == 4)
    return 1;
  return 0;
}
