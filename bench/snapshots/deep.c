/* Does as much as its inputs say before it asks for the next one (bench/snapshots.cpp). */
#include <stdlib.h>
#include <string.h>

unsigned next_input(void);

static unsigned mix(unsigned sum, unsigned i) {
  if (sum & 1)
    return sum * 3 + i;
  return sum / 2 + i;
}

int deep(void) {
  const unsigned kilobytes = next_input();
  char *memory = malloc((size_t)kilobytes * 1024 + 1);
  memset(memory, 1, (size_t)kilobytes * 1024 + 1);
  unsigned sum = memory[0];
  for (;;) {
    const unsigned work = next_input();
    if (work == 424242)
      return (int)sum;
    for (unsigned i = 0; i < work % 1000003; i++)
      sum = mix(sum, i);
  }
}
