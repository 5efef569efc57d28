// Cases, fallthrough, ranges, an implicit default, enums.
// EXPECT: exit 0
// EXPECT: covered 12 of 12
enum color { RED, GREEN, BLUE };
int named(enum color c) {
  switch (c) {
  case RED:
    return 1;
  case GREEN:
  case BLUE:
    return 2;
  }
  return 3;
}
int ranges(int x) {
  int y = 0;
  switch (x) {
  case 1:
    y++;
    /* fall through */
  case 2:
    y++;
    break;
  case 10 ... 20:
    return 7;
  case 1000 ... 9000:
    return 8;
  default:
    return 9;
  }
  return y;
}
int unsigned_char(unsigned char x) {
  switch (x) {
  case 'a':
    return 1;
  case 'b':
    return 2;
  default:
    return 0;
  }
}
