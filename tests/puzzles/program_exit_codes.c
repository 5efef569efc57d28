// Returning from main, exit and _exit end a whole program alike: with a code; abort is a finding. What main registers
// with atexit is run, and counts.
// RUN: --program --steps 6000
// EXPECT: exit 1
// EXPECT: finding abort
// EXPECT: covered 9 of 9
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int told;

static void atEnd(void) {
  if (told)
    puts("bye");
}

int main(int argc, char **argv) {
  atexit(atEnd);
  const int choice = argc > 1 ? argv[1][0] : 0;
  told = argc > 2;
  switch (choice) {
  case 'e':
    exit(7);
  case 'x':
    _exit(8);
  case 'a':
    abort();
  case 'n':
    return -1;
  }
  return 0;
}
