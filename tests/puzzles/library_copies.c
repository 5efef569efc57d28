// Copying texts, and the checked forms that fortified code calls. (format is called by itself, too, with what it is no
// good for.)
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 1
// EXPECT: finding heap-buffer-overflow 63
// EXPECT: finding null-dereference 63
// EXPECT: covered 26 of 26
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct {
  char text[6];
} Word; /* is made to end with its last byte */
int joined(Word a, Word b) {
  char to[16];
  a.text[5] = b.text[5] = 0;
  strcpy(to, a.text);
  strcat(to, b.text);
  return strcmp(to, "no-where") == 0 ? 1 : 0;
}
int bounded(Word a) {
  char to[16] = "#######";
  a.text[5] = 0;
  strncpy(to, a.text, 4);
  strncat(to, "!!!", 1);
  return strcmp(to, "hi!") == 0 ? 1 : 0;
}
int ends(Word a) {
  char to[16];
  a.text[5] = 0;
  return stpcpy(to, a.text) == to + 3 && *stpncpy(to, a.text + 1, 2) == 'z' ? 1 : 0;
}
int checked(Word a) {
  char to[32];
  a.text[5] = 0;
  __builtin___strcpy_chk(to, a.text, sizeof to);
  __builtin___strcat_chk(to, "=", sizeof to);
  __builtin___strncat_chk(to, a.text, 2, sizeof to);
  return strcmp(to, "abc=ab") == 0 ? 1 : 0;
}
int checkedBounds(Word a) {
  char to[32] = "";
  a.text[5] = 0;
  char *end = __builtin___stpcpy_chk(to, a.text, sizeof to);
  __builtin___strncpy_chk(end, "xyz", 2, sizeof to - 5);
  end = __builtin___stpncpy_chk(end + 2, a.text, 1, sizeof to - 7);
  *end = 0;
  return strcmp(to, "k7xyk") == 0 ? 1 : 0;
}
int checkedFormats(int x, Word a) {
  char to[40], more[40];
  a.text[5] = 0;
  __builtin___snprintf_chk(to, sizeof to, 1, sizeof to, "%d/", x);
  __builtin___sprintf_chk(more, 1, sizeof more, "%s%s", to, a.text);
  return strcmp(more, "815/ok") == 0 ? 1 : 0;
}
static int format(char **to, char *old, const char *pattern, ...) {
  va_list list, again;
  va_start(list, pattern);
  va_copy(again, list);
  vsprintf(old, pattern, again);
  const int length = vasprintf(to, pattern, list);
  va_end(again);
  va_end(list);
  return length;
}
int listed(int x, char c) {
  char *made, old[40];
  if (format(&made, old, "<%x%c>", x, c) != 5)
    return 0;
  const int same = strcmp(made, "<c0+>") == 0 ? 1 : 0;
  free(made);
  return same;
}
static int scan(const char *text, const char *pattern, ...) {
  va_list list;
  va_start(list, pattern);
  const int count = vsscanf(text, pattern, list);
  va_end(list);
  return count;
}
int scanned(const char *s) {
  int x;
  char c;
  return s && scan(s, "%d%c", &x, &c) == 2 && x == 606 && c == ')' ? 1 : 0;
}
