// A whole program that works with exactly three arguments, and compares two of them.
// RUN: --program --steps 6000
// EXPECT: exit 0
// EXPECT: covered 6 of 6
// EXPECT: stat 'symbolic runs' at least 1
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc != 4)
    return 64;
  if (strcmp(argv[1], "open sesame") != 0)
    return 1;
  return atoi(argv[2]) == atoi(argv[3]) + 1000 ? 0 : 2;
}
