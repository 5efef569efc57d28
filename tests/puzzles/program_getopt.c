// Short and long options by the C library's own functions, and lines of any length from standard input.
// RUN: --program --strategy concolic --steps 2500
// EXPECT: exit 0
// EXPECT: no finding
// EXPECT: covered 28 of 28
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  static const struct option longs[] = {
      {"limit", required_argument, 0, 'l'}, {"verbose", no_argument, 0, 'v'}, {0, 0, 0, 0}};
  int option, verbose = 0;
  long limit = 0;
  opterr = 0;
  while ((option = getopt_long(argc, argv, "vl:x::", longs, 0)) != -1)
    switch (option) {
    case 'v':
      verbose++;
      break;
    case 'l':
      limit = strtol(optarg, 0, 10);
      break;
    case 'x':
      if (optarg && optarg[0] == '%')
        return 3;
      break;
    default:
      return 2;
    }
  if (verbose == 2)
    return 4;
  if (limit == 8765)
    return 5;
  if (optind < argc && strcmp(argv[optind], "go!") == 0)
    return 6;
  char *line = 0, *field = 0;
  size_t room = 0, fieldRoom = 0;
  if (getdelim(&field, &fieldRoom, ':', stdin) == 5 && memcmp(field, "user", 4) == 0)
    return 7;
  while (getline(&line, &room, stdin) > 0)
    if (line[0] == '=' && atoi(line + 1) > 1999)
      return 8;
  return 0;
}
