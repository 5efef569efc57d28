// Values that nobody stored may be carried about; only deciding on them is a finding. And memory
// that the library fills is filled.
// RUN: --steps 20000 --no-static
// EXPECT: no finding
// EXPECT: exit 0
// EXPECT: covered 20 of 20
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct record {
  char tag;
  int size;
  int unused;
};

/* Padding, and a member that is never looked at. */
struct record make(char tag, int size) {
  struct record one;
  one.tag = tag;
  one.size = size;
  struct record copy = one;
  memcpy(&one, &copy, sizeof one);
  if (copy.size > 10)
    one.size = 10;
  return one;
}

/* A buffer that sprintf fills. */
int digits(unsigned x) {
  char text[16];
  snprintf(text, sizeof text, "%u", x);
  return strlen(text) > 5 && text[0] == '9';
}

/* An array that a loop fills before it is sorted. */
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int median(unsigned char a, unsigned char b, unsigned char c) {
  int all[3];
  all[0] = a;
  all[1] = b;
  all[2] = c;
  qsort(all, 3, sizeof *all, compare);
  return all[1] > 100 ? 1 : 0;
}

/* An out-parameter that is always set. */
int number(char first, char second) {
  const char text[3] = {first, second, 0};
  char *end;
  const long value = strtol(text, &end, 10);
  if (*end)
    return -1;
  return value == 42 ? 1 : 0;
}

/* Heap that is filled first. */
int doubled(unsigned n) {
  n = n % 16 + 1;
  int *values = malloc(n * sizeof *values);
  for (unsigned i = 0; i < n; ++i)
    values[i] = (int)(2 * i);
  const int last = values[n - 1];
  free(values);
  return last > 20 ? 1 : 0;
}

/* The library fills a struct. */
int year(int days) {
  const time_t when = (time_t)days * 86400;
  struct tm parts;
  gmtime_r(&when, &parts);
  return parts.tm_year > 70 ? 1 : 0;
}

/* The gaps of a struct are written; nothing depends on them. */
int save(int x) {
  struct record one;
  one.tag = 'a';
  one.size = x;
  one.unused = 0;
  fwrite(&one, sizeof one, 1, stdout);
  return one.size > 4 ? 2 : 3;
}
