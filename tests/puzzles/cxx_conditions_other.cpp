// The other unit that includes cxx_conditions.h, and uses little of it: tests make objects of its class, and call its template.
// EXPECT: exit 0
// EXPECT: covered 18 of 18
#include "cxx_conditions.h"
int clampedTwice(int x) { return conditions::clamp(conditions::clamp(x) * 2) == 50 ? 1 : 0; }
