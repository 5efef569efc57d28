// The other unit of addresses_elsewhere.c.
// RUN: addresses_elsewhere.c --entry f
// EXPECT: covered 6 of 6
int seven(int x) {
  if (x == 7000)
    return 1;
  if (x == 7)
    return 2;
  return 0;
}
