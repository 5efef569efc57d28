// What scanf and its relatives, strtod and the rest read out of a text is followed back to its characters.
// RUN: --strategy concolic --steps 12000
// EXPECT: exit 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int date(const char *s) {
  int a, b;
  if (s && sscanf(s, "%d-%d", &a, &b) == 2)
    if (a == 1234 && b == 77)
      return 1;
  return 0;
}
int word_and_set(const char *s) {
  char key[9], value[9];
  if (s && sscanf(s, "%8[a-z] = %8s", key, value) == 2)
    if (strcmp(key, "mode") == 0 && strcmp(value, "on") == 0)
      return 1;
  return 0;
}
int hexadecimal(const char *s) {
  unsigned u;
  unsigned char small;
  int length = 0;
  if (s && sscanf(s, "#%2hhx%x%n", &small, &u, &length) == 2)
    if (small == 0xab && u == 0xcdef)
      return length;
  return 0;
}
int fraction(const char *s) { return s && atof(s) == 2.5 ? 1 : 0; }
int floating(const char *s) {
  double x;
  return s && sscanf(s, "x%lf", &x) == 1 && x == -0.125 ? 1 : 0;
}
int unsigned_number(const char *s) {
  char *end;
  if (!s)
    return 0;
  const unsigned long u = strtoul(s, &end, 0);
  return u == 0x7e57 && *end == ';' ? 1 : 0;
}
