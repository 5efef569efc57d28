// More of <string.h>, <wchar.h> and <stdlib.h>.
// RUN: --strategy concolic --steps 6000
// EXPECT: exit 0
// EXPECT: covered 40 of 40
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
int any_case(const char *s) { return s && strcasestr(s, "NeeD") ? 1 : 0; }
int versions(const char *s) { return s && s[0] == '1' && strverscmp(s, "1.9") > 0 && strcmp(s, "1.9") < 0 ? 1 : 0; }
int base(const char *s) { return s && s[0] == '/' && strcmp(basename(s), "x.c") == 0 ? 1 : 0; }
int copied(const char *s) {
  char to[8] = {0};
  if (!s || strlen(s) < 7)
    return 0;
  return memccpy(to, s, ':', 7) == to + 3 && to[0] == 'k' ? 1 : 0;
}
int separated(const char *s) {
  if (!s)
    return 0;
  char *copy = strdup(s), *rest = copy, *first;
  first = strsep(&rest, ",");
  const int result = rest && strcmp(first, "ab") == 0 && strcmp(rest, "cd") == 0 ? 1 : 0;
  free(copy);
  return result;
}
int wide(int a, int b) {
  const wchar_t text[3] = {a, b, 0};
  return wcscmp(text, L"\x3b1\x3b2") == 0 ? 1 : 0;
}
int quotient(int x) {
  const div_t parts = div(x, 1000);
  return parts.quot == 77 && parts.rem == 123 ? 1 : 0;
}
