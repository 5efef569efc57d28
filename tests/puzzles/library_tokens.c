// Cutting texts into pieces.
// RUN: --strategy concolic --steps 2000 --no-failing-allocations
// EXPECT: exit 0
// EXPECT: covered 44 of 44
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
int span(const char *s) { return s && strspn(s, "0123") == 4 ? 1 : 0; }
int complement(const char *s) { return s && strcspn(s, ";|") == 3 ? 1 : 0; }
int anyOf(const char *s) {
  const char *at = s ? strpbrk(s, "*?") : s;
  return at && at[0] == '?' && at - s == 2 ? 1 : 0;
}
int tokens(const char *s) {
  char text[16];
  if (!s || strlen(s) > 15)
    return -1;
  strcpy(text, s);
  const char *first = strtok(text, " ,");
  const char *second = first ? strtok(NULL, " ,") : NULL;
  return second && strcmp(first, "do") == 0 && strcmp(second, "it") == 0 ? 1 : 0;
}
int reentrant(const char *s) {
  char text[16], *rest;
  if (!s || strlen(s) > 15)
    return -1;
  strcpy(text, s);
  const char *first = strtok_r(text, "/", &rest);
  return first && strcmp(first, "u") == 0 && strcmp(rest, "v") == 0 ? 1 : 0;
}
int shortened(const char *s) {
  if (!s)
    return -1;
  char *copy = strndup(s, 3);
  const int same = strcmp(copy, "fin") == 0 && strlen(s) > 4 ? 1 : 0;
  free(copy);
  return same;
}
