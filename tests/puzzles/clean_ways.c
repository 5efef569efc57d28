// What undefined behaviour takes first has a clean way too, which small numbers don't find.
// EXPECT: exit 1
// EXPECT: covered 34 of 34
struct order {
  int price, count;
  short discount;
  unsigned char kind;
};

int quotient(int a, int b, int c) {
  int t = a / (b - c);
  if (t == 12345 && b - c > 1000)
    return 1;
  return 0;
}

int value(const struct order *o) {
  int v = o->price * o->count - o->discount;
  if (v > 2147480000)
    return 1;
  if (o->kind == 7 && v / o->discount == 31)
    return 2;
  return 0;
}

int shifted(int a, int n) {
  int t = a << n;
  if (t == 0x40000000)
    return 1;
  if (t == 48 && n > 3)
    return 2;
  return 0;
}

int days(int year, int month, int day) {
  int n = year * 372 + month * 31 + day;
  if (n == 2000000123 && month > 70000 && day > 1000)
    return 1;
  return 0;
}

int area(int width, int height, int depth) {
  int a = width * height;
  if (a <= 0 || depth <= 1)
    return 0;
  if (a / depth == 77777 && depth > 20000)
    return 1;
  return 2;
}

int scaled(int x, int k) {
  int y = (x - 1000000000) * k;
  if (y == 1000000 && k == -1000)
    return 1;
  return 0;
}
