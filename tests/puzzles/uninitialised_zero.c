// Locals that start as zeros by the user's word are no finding, and the emitted suite is compiled
// so.
// RUN: --steps 5000 --uninitialised zero
// EXPECT: exit 0
// EXPECT: no finding
// EXPECT: covered 7 of 9
// EXPECT: stat 'tests dropped by the final check' at most 0
int price(unsigned kind) {
  int sum;
  switch (kind & 3) {
  case 0:
    sum = 10;
    break;
  case 1:
    sum = 20;
    break;
  }
  return sum;
}

int member(int x) {
  struct {
    int first, second;
  } p;
  p.first = x;
  if (p.first > 5)
    return 1;
  if (p.second > 5)
    return 2;
  if (p.second)
    return 3;
  return 4;
}
