// A whole program that reads its options: -n 42 --name=x. Every message and exit code is reached.
// RUN: --program --steps 12000
// EXPECT: exit 0
// EXPECT: covered 16 of 16
// EXPECT: no finding
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(void) {
  fprintf(stderr, "usage: program [-n NUMBER] [--name=NAME]\n");
  return 2;
}

int main(int argc, char *argv[]) {
  const char *name = "nobody";
  long number = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-n") == 0) {
      if (i + 1 == argc)
        return usage();
      number = strtol(argv[++i], NULL, 10);
    } else if (strncmp(argv[i], "--name=", 7) == 0) {
      name = argv[i] + 7;
    } else {
      return usage();
    }
  }
  if (number == 42)
    puts("the answer");
  else if (number < 0)
    return 3;
  if (strcmp(name, "x") == 0)
    exit(4);
  if (strlen(name) == 5)
    puts(name);
  return 0;
}
