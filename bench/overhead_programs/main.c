/* Runs a subject on 16 kB: arguments are how many bytes are symbolic (-1: a native build) and the
 * number of rounds. Prints nanoseconds of CPU time per round (the fastest of five parts), the number
 * of terms and events, kilobytes of resident memory, and the seconds of the first part. */
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
enum { COUNT = 16384 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(int count, char **arguments) {
  if (count < 3)
    return 2;
  if (!(personality(0xffffffff) & ADDR_NO_RANDOMIZE)) {
    personality(ADDR_NO_RANDOMIZE);
    execv("/proc/self/exe", arguments);
  }
  const int symbolic = atoi(arguments[1]), rounds = atoi(arguments[2]);
  static unsigned char original[COUNT], bytes[COUNT];
  static const char pattern[] = "int f(int x) { return x * 42 + y[12]; } /* \"word\" */\n";
  unsigned seed = 7;
  for (int i = 0; i < COUNT; i++) {
    seed = seed * 1664525 + 1013904223;
    original[i] = seed >> 30 ? (unsigned char)pattern[(seed >> 8) % (sizeof pattern - 1)]
                             : (unsigned char)(seed >> 16);
  }
  PincerSegment *segment = 0;
  if (symbolic >= 0) {
    segment = mmap(0, PINCER_SEGMENT_SIZE, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    pincerTraceBegin(segment);
  }
  int result = 0;
  double least = 1e30, first = 0;
  for (int part = 0; part < 5; part++) {
    double sum = 0;
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < COUNT; i++)
        bytes[i] = original[i];
      for (int i = 0; i < symbolic; i++)
        pincerTraceInput((unsigned)i, &bytes[i], 0, 8);
      const double begin = now();
      result += subject(bytes, COUNT);
      sum += now() - begin;
    }
    first = part == 0 ? sum : first;
    least = sum < least ? sum : least;
  }
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%.0f %u %u %ld %.3f %d\n", least / rounds, segment ? segment->termCount : 0,
         segment ? segment->eventCount : 0, usage.ru_maxrss, first / 1e9, result);
  return 0;
}
