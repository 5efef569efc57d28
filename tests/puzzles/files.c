// Functions that read a FILE * and write to one: its bytes are inputs, what it holds in the end is expected.
// RUN: --steps 20000 --errors none
// EXPECT: exit 0
// EXPECT: covered 24 of 24
// EXPECT: no finding
#include <stdio.h>
#include <string.h>
int read_header(FILE *in) {
  char line[16];
  if (!in || !fgets(line, sizeof line, in)) return -1;
  if (strcmp(line, "#CFG\n") != 0) return 1;
  int version;
  if (fscanf(in, "%d", &version) != 1) return 2;
  return version == 4711 ? 4 : 3;
}
int write_sign(FILE *out, int number) {
  if (!out) return -1;
  if (number < 0) return fputs("minus", out);
  return fprintf(out, "%d\n", number);
}
int count_and_close(FILE *in) {
  int lines = 0, c;
  if (!in) return -1;
  while ((c = fgetc(in)) != EOF)
    if (c == '\n') ++lines;
  fclose(in);
  return lines;
}
struct log {
  int level;
  FILE *out;
};
int is_loud(const struct log *log, int level) { return log && log->level > level; }
