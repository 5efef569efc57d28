// A whole program that wants at least a hundred bytes on standard input, and one of them to be a plus.
// RUN: --program --steps 12000
// EXPECT: exit 0
// EXPECT: covered 8 of 8
#include <unistd.h>

int main(void) {
  unsigned char buffer[4096];
  const ssize_t got = read(0, buffer, sizeof buffer);
  if (got < 100)
    return 1;
  if (buffer[77] == '+')
    return 2;
  return buffer[3] == 'q' && got == 123 ? 3 : 0;
}
