// What the compiler knows is constant counts nowhere.
// EXPECT: exit 0
// EXPECT: covered 2 of 2
// EXPECT: constant 4
int f(unsigned x) {
  if (sizeof(int) == 4)
    x++;
  do {
    x--;
  } while (0);
  return x > 3 ? 1 : 0;
}
