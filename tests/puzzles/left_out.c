// What depends on the environment is no test: its branches stay open, and say so.
// EXPECT: exit 0
// EXPECT: output tests left out: 1
// EXPECT: covered 2 of 4
// EXPECT: open 'getenv("HOME")' true
// EXPECT: open 'getenv("HOME")' false
// EXPECT: function fine tested
#include <stdlib.h>
int fine(int a) { return a > 3 ? 1 : 2; }
int environment(int a) { return getenv("HOME") ? a / 2 : 77; }
