// A whole program, too, is refused memory.
// RUN: --program
// EXPECT: exit 0
// EXPECT: covered 6 of 6
// EXPECT: emitted pincer::FailingAllocations failing
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  char *name = strdup(argc > 1 ? argv[1] : "nobody");
  if (!name)
    return 3;
  const int isEmpty = *name == 0;
  free(name);
  return isEmpty ? 2 : 0;
}
