/* Table 1 "trityp": classification of triangles; the same as examples/triangle.c. */
/* Classifies triangles by their sides. */

enum triangle { INVALID, EQUILATERAL, ISOSCELES, SCALENE };

#define LONGEST_SIDE 1000000

static int is_side(int length) { return length > 0 && length <= LONGEST_SIDE; }

enum triangle classify(int a, int b, int c) {
  if (!is_side(a) || !is_side(b) || !is_side(c))
    return INVALID;
  if (a + b <= c || a + c <= b || b + c <= a)
    return INVALID;
  if (a == b && b == c)
    return EQUILATERAL;
  if (a == b || b == c || a == c)
    return ISOSCELES;
  return SCALENE;
}
