// Calls that stay in path conditions: several arguments, calls inside calls, numbers with a fraction, functions of
// libraries that are declared const, and one that the subject defines without saying more, which is followed.
// RUN: --strategy concolic --steps 4000
// EXPECT: exit 0
// EXPECT: covered 38 of 38
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

PINCER_PURE int of_text(const char *text) { return text ? text[0] : 0; }

int text_length(const char *text) { return of_text(text) == 'x'; }
