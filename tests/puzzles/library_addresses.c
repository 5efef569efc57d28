// A library function means its substitute wherever its address goes: tables, arguments, wrappers. One of the user's own stays his.
// RUN: --strategy concolic --steps 8000 --no-static
// EXPECT: exit 0
// EXPECT: covered 30 of 30
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static int (*const comparisons[])(const char *, const char *) = {strcmp, strcasecmp};
int through_a_table(unsigned char which, const char *s) {
  if (!s || which > 1)
    return 0;
  return comparisons[which](s, "Kitty") == 0 ? 1 : 0;
}
static int all(const char *s, int (*test)(int)) {
  for (; *s; ++s)
    if (!test((unsigned char)*s))
      return 0;
  return 1;
}
int as_argument(const char *s) {
  if (!s || strlen(s) != 4)
    return 0;
  return all(s, isupper) ? 1 : 0;
}
static long (*volatile convert)(const char *, char **, int) = strtol;
int through_a_variable(const char *s) { return s && convert(s, NULL, 10) == 90210 ? 1 : 0; }
int strverscmp(const char *a, const char *b) { return a[0] == 'q' && b[0] == 'r'; }
int ones_own(const char *s) {
  if (!s || !s[0])
    return 0;
  return strverscmp(s, "r") ? 1 : 0;
}
