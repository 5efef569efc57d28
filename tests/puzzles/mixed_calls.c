// Calls that stay in path conditions: several arguments, calls inside calls, numbers with a fraction, functions of
// libraries that are declared const, and one that the subject defines without saying more, which is followed.
// RUN: --strategy concolic --steps 4000
// EXPECT: exit 0
// EXPECT: covered 66 of 66
// EXPECT: stat 'solver: mixed: sat' at least 5
// EXPECT: stat 'pure functions: calls that failed' at most 0
// EXPECT: stat 'pure functions: impure' at most 0
// EXPECT: output PINCER_PURE has no effect on 'of_text': its parameter 'text' is no number of at most 64 bits
#include <arpa/inet.h>
#include <pincer.h>

// What nobody would solve: bits mixed until nothing is left of them.
PINCER_PURE static unsigned scramble(unsigned x) {
  for (int i = 0; i < 5; i++)
    x = (x ^ x >> 15) * 0x2c1b3c6du + 0x297a2d39u;
  return x;
}

int below_scrambled(unsigned key, unsigned value) {
  if (key > 1000 && value == scramble(key))
    return 1;
  return 0;
}

int nested(unsigned key, unsigned char small) {
  if (scramble(scramble(key) + 1) % 16 == 5 && small == (unsigned char)scramble(key))
    return 1;
  return 0;
}

PINCER_PURE int distance(short x1, short y1, short x2, short y2) {
  const int x = x1 - x2, y = y1 - y2;
  return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

int far_apart(short x, short y, int d) {
  if (x > 10 && y < -10 && d == distance(x, y, 3, 4) && d > 100)
    return 1;
  return 0;
}

PINCER_PURE static double stretched(double x, _Bool twice, float more) {
  return (twice ? 2 * x : x) + more;
}

int fractions(double x, _Bool twice, double y) {
  if (x > 1 && x < 3 && twice && y == stretched(x, twice, 0.5f))
    return 1;
  return 0;
}

int port(unsigned short number) {
  if (ntohs(number) == 8080)
    return 1;
  return 0;
}

int followed(int x);

int twice_followed(int x) {
  if (followed(x) == 1234568)
    return 1;
  return 0;
}

__attribute__((const)) int followed(int x) { return x * 2; }

// More arguments than a term has words for.
PINCER_PURE static double twice_area(double x1, double y1, double x2, double y2) {
  const double area = x1 * y2 - x2 * y1;
  return area < 0 ? -area : area;
}

int wide_triangle(double x, double y, double area) {
  if (x > 1 && y > x && area == twice_area(x, y, 0.5, -2) && area > 12)
    return 1;
  return 0;
}

PINCER_PURE static int eight_of(signed char a, short b, int c, long d, float e, double f, _Bool g, unsigned h) {
  return (int)(a + 2 * b + 3L * c + 4 * (d % 100000) + (long)(8 * e) + (long)(16 * f) + (g ? 1000 : 0)) + (int)(h % 7);
}

int all_kinds(signed char a, short b, long d, double f, _Bool g, int result) {
  if (a > 3 && b > 5 && d == 20 && f == 2.5 && g && result == eight_of(a, b, 7, d, 0.5f, f, g, 9))
    return 1;
  return 0;
}

// Tables that are there before anything is called, whoever filled them.
static unsigned char swapped[256];
static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
__attribute__((constructor)) static void fill_swapped(void) {
  for (int i = 0; i < 256; i++)
    swapped[i] = (unsigned char)(i << 4 | i >> 4);
}
PINCER_PURE static int looked_up(unsigned char x, unsigned char y) { return swapped[x] * primes[y % 8]; }

int by_tables(unsigned char x, unsigned char y) {
  if (looked_up(x, y) == 0x35 * 17)
    return 1;
  return 0;
}

PINCER_PURE int of_text(const char *text) { return text ? text[0] : 0; }

int text_length(const char *text) { return of_text(text) == 'x'; }
