// A program that opens files wherever it likes is tested behind the suite's fence: it may read all, and writes in its own
// folder alone. However it ends there, what it took counts. Not covered: no /dev/zero, one that holds no zero, and a
// /etc/passwd that anybody may write.
// RUN: --program --steps 6000
// EXPECT: exit 1
// EXPECT: finding abort
// EXPECT: covered 15 of 18
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int zero(void) {
  FILE *file = fopen("/dev/zero", "r");
  return file ? fgetc(file) : 1;
}

static void atEnd(void) {
  if (zero() == 0)
    puts("bye");
}

int main(int argc, char **argv) {
  atexit(atEnd);
  const int choice = argc > 1 ? argv[1][0] : 0;
  switch (choice) {
  case 'e':
    exit(7);
  case 'x':
    _exit(8);
  case 'a':
    abort();
  }
  if (choice == 'w')
    return fopen("/etc/passwd", "a") ? 1 : 2;
  if (argc > 2)
    return fopen(argv[2], "w") ? 3 : 4;
  return zero();
}
