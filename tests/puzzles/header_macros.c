// Functions that a header's macro defines count where the macro is used, each use by itself.
// EXPECT: exit 0
// EXPECT: covered 24 of 24
// EXPECT: no finding
// EXPECT: function num_find tested
// EXPECT: function key_kind tested
#include "header_macros.h"
#define SAME(a, b) ((a) == (b))
static int near(int a, int b) { return (long)a - b < 3 && (long)b - a < 3; }
DEFINE_LIST(num, int, SAME)
DEFINE_LIST(key, short, near)
int both(int x) { return num_kind(x) + key_kind((short)x); }
