// A harness in the form of KLEE's tutorials: numbers, a buffer, a range, an assumption.
// EXPECT: exit 0
// EXPECT: covered 32 of 34
// EXPECT: no finding
// EXPECT: function sign tested
#include <klee/klee.h>

static int sign(int x) {
  if (x == 0)
    return 0;
  return x < 0 ? -1 : 1;
}

/* '*' stands for any characters, '?' for one. */
static int fits(const char *pattern, const char *text) {
  if (*pattern == '\0')
    return *text == '\0';
  if (*pattern == '*')
    return fits(pattern + 1, text) || (*text != '\0' && fits(pattern, text + 1));
  return *text != '\0' && (*pattern == '?' || *pattern == *text) && fits(pattern + 1, text + 1);
}

#define SIZE 7

int main(int argc, char **argv) {
  int a;
  klee_make_symbolic(&a, sizeof(a), "a");

  char pattern[SIZE];
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
  klee_assume(pattern[SIZE - 1] == '\0');
  klee_assume(a != 7);

  int side = klee_range(3, 9, "side");
  if (side < 4)
    side = 10;
  if (side > 8)
    side = klee_int("more") == 123456 ? 1 : 2;
  klee_prefer_cex(pattern, pattern[0] > 'a');
  if (argc != 1) /* always so */
    return 2;
  if (fits(pattern, "hello"))
    return klee_is_symbolic(a) ? 3 : side;
  return sign(a);
}
