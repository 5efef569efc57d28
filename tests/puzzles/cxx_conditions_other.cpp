// The other unit that includes cxx_conditions.h, and uses little of it: the rest counts, and stays open.
// EXPECT: exit 0
// EXPECT: covered 6 of 22
#include "cxx_conditions.h"
int clampedTwice(int x) { return conditions::clamp(conditions::clamp(x) * 2) == 50 ? 1 : 0; }
