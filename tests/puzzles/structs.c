// Structs by value and by pointer, nested, with arrays, bit-fields, enums, floats.
// EXPECT: exit 0
// EXPECT: covered 14 of 14
struct point {
  int x, y;
};
struct shape {
  enum { CIRCLE, SQUARE } kind;
  struct point at;
  unsigned visible : 1, layer : 3;
  double weights[2];
  char name[8];
};
int quadrant(struct point p) {
  if (p.x > 0 && p.y > 0)
    return 1;
  return 0;
}
int inspect(const struct shape *s) {
  if (!s)
    return -1;
  if (s->kind == SQUARE)
    return 1;
  if (s->visible && s->layer == 5)
    return 2;
  if (s->weights[1] > 0.5)
    return 3;
  return s->name[0];
}
