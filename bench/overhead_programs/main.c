/* Runs a subject on a text: arguments are how many of its bytes, from the first on, are symbolic
 * (-1: a native build), its size, and how often. Prints the seconds of CPU time spent in the
 * subject, the number of terms and events, the kilobytes of resident memory, and the result. */
#include "abi/trace.h"
#include "runtime/recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

unsigned char pincer_coverage[65536];
int subject(unsigned char *bytes, int count);

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Words, numbers, brackets, operators, and now and then any byte. */
static void fill(unsigned char *bytes, int count) {
  static const char pattern[] = "int f(int x) { return x * 42 + y[12]; } /* \"word\" */\n";
  unsigned seed = 7;
  for (int i = 0; i < count; i++) {
    seed = seed * 1664525 + 1013904223;
    bytes[i] = seed >> 30 ? (unsigned char)pattern[(seed >> 8) % (sizeof pattern - 1)]
                          : (unsigned char)(seed >> 16);
  }
}

int main(int count, char **arguments) {
  if (count < 4)
    return 2;
  if (!(personality(0xffffffff) & ADDR_NO_RANDOMIZE)) {
    personality(ADDR_NO_RANDOMIZE);
    execv("/proc/self/exe", arguments);
  }
  const int symbolic = atoi(arguments[1]), size = atoi(arguments[2]), rounds = atoi(arguments[3]);
  unsigned char *bytes = malloc((size_t)size);
  fill(bytes, size);
  PincerSegment *segment = 0;
  if (symbolic >= 0) {
    segment = mmap(0, PINCER_SEGMENT_SIZE, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    pincerTraceBegin(segment);
  }
  for (int i = 0; i < symbolic; i++)
    pincerTraceInput((unsigned)i, &bytes[i], 0, 8);
  unsigned result = 0;
  const double begin = now();
  for (int round = 0; round < rounds; round++)
    result = result * 31 + (unsigned)subject(bytes, size);
  const double seconds = now() - begin;
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%.6f %u %u %ld %u\n", seconds, segment ? segment->termCount : 0,
         segment ? segment->eventCount : 0, usage.ru_maxrss, result);
  return 0;
}
