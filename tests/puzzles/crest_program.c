// A program in the form of CREST's examples.
// EXPECT: exit 1
// EXPECT: covered 8 of 8
// EXPECT: finding assertion-failure 18
#include <crest.h>
#include <assert.h>

int main(void) {
  int a, b;
  unsigned char c;
  short d;
  CREST_int(a);
  CREST_int(b);
  CREST_unsigned_char(c);
  CREST_short(d);
  if (a == 5 && b == a * 3 + 4)
    if (c - 200 == 7)
      assert(d != -4711);
  return 0;
}
