// What scanf, strtoul and their relatives read out of a text is followed back to its characters.
// RUN: --strategy concolic --steps 6000
// EXPECT: exit 0
// EXPECT: covered 30 of 30
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
    if (strcmp(key, "mo") == 0 && strcmp(value, "on") == 0)
      return 1;
  return 0;
}
int hexadecimal(const char *s) {
  unsigned u;
  unsigned char small;
  int length = 0;
  if (s && sscanf(s, "#%2hhx%x%n", &small, &u, &length) == 2)
    if (small == 0xab && u == 0xc)
      return length;
  return 0;
}
int unsigned_number(const char *s) {
  char *end;
  if (!s)
    return 0;
  const unsigned long u = strtoul(s, &end, 10);
  return u == 0x7e57 && *end == ';' ? 1 : 0;
}
