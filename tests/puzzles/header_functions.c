// A header function in two units is one pair of sites.
// RUN: header_functions_other.c
// EXPECT: exit 0
// EXPECT: covered 4 of 4
#include "header_shared.h"
int first(int x) { return is_even(x) ? 10 : 20; }
