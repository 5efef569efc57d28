/* tally: counts how often each line occurs on standard input, or in a file.
 *
 *   tally [-u] [-m COUNT] [FILE]
 *
 * -u: repeated lines only once, -m: only lines that occur at least COUNT times. Exit codes: 0 done,
 * 1 there is nothing to count, 2 usage, 3 the file can't be read, 4 too much. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 16, LONGEST_LINE = 40 };

struct line {
  char text[LONGEST_LINE];
  int count;
};

static struct line lines[MOST_LINES];
static int line_count;

static int add(const char *text) {
  for (int i = 0; i < line_count; i++)
    if (strcmp(lines[i].text, text) == 0)
      return ++lines[i].count;
  if (line_count == MOST_LINES)
    return 0;
  strcpy(lines[line_count].text, text);
  return lines[line_count++].count = 1;
}

static int usage(void) {
  fputs("usage: tally [-u] [-m COUNT] [FILE]\n", stderr);
  return 2;
}

int main(int argc, char **argv) {
  int unique = 0, least = 1, at = 1;
  for (; at < argc && argv[at][0] == '-'; at++) {
    if (strcmp(argv[at], "-u") == 0)
      unique = 1;
    else if (strcmp(argv[at], "-m") == 0 && at + 1 < argc)
      least = atoi(argv[++at]);
    else
      return usage();
  }
  if (least < 1 || at + 1 < argc)
    return usage();
  FILE *input = at < argc ? fopen(argv[at], "r") : stdin;
  if (!input)
    return 3;
  char text[LONGEST_LINE];
  while (fgets(text, sizeof text, input)) {
    text[strcspn(text, "\n")] = '\0';
    if (add(text) == 0)
      return 4;
  }
  int shown = 0;
  for (int i = 0; i < line_count; i++) {
    if (lines[i].count < least)
      continue;
    printf("%d %s\n", unique ? 1 : lines[i].count, lines[i].text);
    shown = 1;
  }
  return shown ? 0 : 1;
}
