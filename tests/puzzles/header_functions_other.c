// Belongs to header_functions.c.
// EXPECT: exit 0
// EXPECT: covered 2 of 2
#include "header_shared.h"
int second(int x) { return is_even(x / 2); }
