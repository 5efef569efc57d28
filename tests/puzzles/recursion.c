// EXPECT: exit 1
// EXPECT: finding stack-overflow
int down(int x) {
  volatile char room[256];
  room[0] = (char)x;
  if (x == 7)
    return down(x) + room[0];
  return room[0];
}
