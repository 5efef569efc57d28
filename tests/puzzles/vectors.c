// Vectors, and structures of floats, which are passed as vectors.
// RUN: --strategy concolic --steps 3000
// EXPECT: covered 8 of 8
typedef int four __attribute__((vector_size(16)));
struct point { float x, y; };
static struct point moved(struct point p) {
  p.x += 2.5f;
  p.y = p.y - p.x;
  return p;
}
int points(struct point p) { return moved(p).x == 100.0f && moved(p).y == 7.0f ? 1 : 0; }
int elements(int a, int b, unsigned char at) {
  four v = {a, b, a + b, a - b};
  v = v * 3 + 1;
  return v[2] == 3001 && v[at & 3] == 1 ? 1 : 0;
}
