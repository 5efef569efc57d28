// What sprintf and its relatives write keeps its terms, digit by digit.
// RUN: --strategy concolic --steps 6000 --no-failing-allocations
// EXPECT: exit 0
// EXPECT: covered 16 of 16
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int decimal(int x) {
  char text[32];
  snprintf(text, sizeof text, "%d", x);
  return strcmp(text, "-4711") == 0 ? 1 : 0;
}
int padded(unsigned char x, char c) {
  char text[32];
  sprintf(text, "%05u|%c", x, c);
  return strcmp(text, "00234|!") == 0 ? 1 : 0;
}
int hexadecimal(unsigned x) {
  char text[32];
  snprintf(text, sizeof text, "%#x", x);
  return strcmp(text, "0xbeef") == 0 ? 1 : 0;
}
int length(int x) { return snprintf(NULL, 0, "value %d", x) == 13 ? 1 : 0; }
static int join(char *to, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int result = vsnprintf(to, room, format, arguments);
  va_end(arguments);
  return result;
}
int wrapped(const char *name, short n) {
  char text[64];
  if (!name || strlen(name) > 20)
    return 0;
  join(text, sizeof text, "%s=%hd;", name, n);
  return strcmp(text, "ab=7;") == 0 ? 1 : 0;
}
int allocated(int x) {
  char *text = NULL;
  asprintf(&text, "[%3d]", x);
  const int found = strcmp(text, "[ 42]") == 0 ? 1 : 0;
  free(text);
  return found;
}
