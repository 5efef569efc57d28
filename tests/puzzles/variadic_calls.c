// Variadic functions: one that formats gets "%s" and a text; another what a call in the source
// passes, where the literals say how much it reads.
// EXPECT: exit 0
// EXPECT: covered 14 of 16
// EXPECT: function log_line tested
// EXPECT: function sum_of tested
// EXPECT: function total_length tested
// EXPECT: function untold skipped takes a variable number of arguments, and no call
// EXPECT: emitted , "%s",
// EXPECT: emitted sum_of(3,
// EXPECT: no finding
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int log_line(int level, const char *format, ...) {
  char line[32];
  if (level < 2)
    return 0;
  va_list rest;
  va_start(rest, format);
  const int size = vsnprintf(line, sizeof line, format, rest);
  va_end(rest);
  if (size > 20)
    return 2;
  return line[0] == '!' ? 3 : 1;
}

int sum_of(int count, ...) {
  va_list rest;
  int sum = 0;
  va_start(rest, count);
  for (int i = 0; i < count; i++) {
    const int next = va_arg(rest, int);
    if (next == 77)
      sum = -1000;
    sum += next & 0xff;
  }
  va_end(rest);
  return sum;
}

unsigned long total_length(const char *first, ...) {
  va_list rest;
  unsigned long length = 0;
  if (!first)
    return 0;
  va_start(rest, first);
  for (const char *text = first; text; text = va_arg(rest, const char *))
    length += strlen(text);
  va_end(rest);
  return length;
}

unsigned long use_them(void) {
  return (unsigned long)sum_of(3, 1, 2, 3) + total_length("a", "b", (char *)0);
}

int untold(int count, ...) {
  va_list rest;
  va_start(rest, count);
  const int first = count > 0 ? va_arg(rest, int) : 0;
  va_end(rest);
  return first > 5;
}
