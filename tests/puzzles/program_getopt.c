// A whole program that reads its options with getopt_long.
// RUN: --program --steps 3000
// EXPECT: exit 0
// EXPECT: covered 20 of 20
// EXPECT: no finding
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char *argv[]) {
  static const struct option longOptions[] = {{"level", required_argument, NULL, 'l'}, {"quiet", no_argument, NULL, 'q'}, {0}};
  int level = 0, quiet = 0, option;
  opterr = 0;
  while ((option = getopt_long(argc, argv, "l:qx", longOptions, NULL)) != -1)
    switch (option) {
    case 'l':
      level = atoi(optarg);
      break;
    case 'q':
      quiet = 1;
      break;
    case 'x':
      return 3;
    default:
      return 2;
    }
  if (level == 37 && quiet)
    return 4;
  if (optind < argc && strcmp(argv[optind], "go") == 0)
    return 5;
  return 0;
}
