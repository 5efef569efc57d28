// Vectors, and structures of floats, which are passed as vectors.
// RUN: --strategy concolic --steps 3000
// EXPECT: covered 10 of 10
#include <immintrin.h>
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
int intrinsic(int a) { return _mm_cvtsi128_si32(_mm_add_epi16(_mm_cvtsi32_si128(a), _mm_set1_epi16(5))) == 0x00070008 ? 1 : 0; }
