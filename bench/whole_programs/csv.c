/* Summarises a column of a CSV file: csv [-d C] [-c NAME] [-f sum|min|max|count] [-q] < table. First line: names. Fields may be quoted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SUM, MIN, MAX, COUNT };
static char delimiter = ',';
static int quiet;

/* -1: end of file, 0: another field follows, 1: end of the line, 2: bad quotes, 3: too long */
static int field(char *to, size_t room) {
  size_t n = 0;
  int c = getchar(), quoted = 0;
  if (c == EOF) return -1;
  if (c == '"') { quoted = 1; c = getchar(); }
  for (;; c = getchar()) {
    if (quoted) {
      if (c == EOF) return 2;
      if (c == '"') {
        c = getchar();
        if (c != '"') {
          to[n] = 0;
          if (c == delimiter) return 0;
          if (c == '\n' || c == EOF) return 1;
          return 2;
        }
      }
    } else {
      if (c == delimiter) { to[n] = 0; return 0; }
      if (c == '\n' || c == EOF) { to[n] = 0; return 1; }
      if (c == '"') return 2;
      if (c == '\r') continue;
    }
    if (n + 1 >= room) return 3;
    to[n++] = (char)c;
  }
}

static int function(const char *name) {
  static const char *const names[] = {"sum", "min", "max", "count"};
  for (int i = 0; i < 4; i++)
    if (strcmp(name, names[i]) == 0) return i;
  return -1;
}

int main(int argc, char **argv) {
  const char *column = NULL;
  char text[40];
  int option, what = SUM, wanted = -1, columns = 0, r;
  while ((option = getopt(argc, argv, "d:c:f:q")) != -1) {
    switch (option) {
    case 'd':
      if (strlen(optarg) != 1) return 2;
      delimiter = optarg[0];
      break;
    case 'c': column = optarg; break;
    case 'f':
      what = function(optarg);
      if (what < 0) { fprintf(stderr, "no such function: %s\n", optarg); return 2; }
      break;
    case 'q': quiet = 1; break;
    default: return 2;
    }
  }
  if (optind != argc) return 2;
  do {
    r = field(text, sizeof text);
    if (r == -1 && columns == 0) { fprintf(stderr, "empty\n"); return 3; }
    if (r < 0 || r > 1) return 4;
    if (column ? strcmp(text, column) == 0 : columns == 0) wanted = columns;
    columns++;
  } while (r == 0);
  if (wanted < 0) { fprintf(stderr, "no column %s\n", column); return 5; }
  double sum = 0, least = 0, most = 0;
  long count = 0, bad = 0, line = 1, at = 0;
  while ((r = field(text, sizeof text)) >= 0) {
    if (r > 1) { fprintf(stderr, "line %ld: %s\n", line, r == 2 ? "quotes" : "too long"); return 4; }
    if (at == wanted && text[0]) {
      char *end;
      double v = strtod(text, &end);
      if (*end) { bad++; if (!quiet) fprintf(stderr, "line %ld: not a number\n", line); }
      else {
        if (count == 0 || v < least) least = v;
        if (count == 0 || v > most) most = v;
        sum += v;
        count++;
      }
    }
    at++;
    if (r == 1) {
      if (at != columns) { fprintf(stderr, "line %ld: %ld fields\n", line, at); return 6; }
      at = 0;
      line++;
    }
  }
  if (what == COUNT) { printf("%ld\n", count); return bad > 0; }
  if (count == 0) { if (!quiet) puts("nothing"); return 7; }
  printf("%g\n", what == SUM ? sum : what == MIN ? least : most);
  if (what == MAX && most > 1000 && count >= 3) puts("large");
  return bad > 0;
}
