/* Runs a subject on a text: arguments are how many of its bytes, from the first on, are symbolic
 * (-1: a native build), its size, how many rounds make a run, and how many runs. Each run is a
 * process of its own that records into the same memory, as with Pincer. Prints, of the fastest run,
 * the seconds of CPU time spent in the subject, the number of terms and events, the kilobytes of
 * memory that it took (without those that the subject needs natively), and the result. */
#include "abi/trace.h"
#include "runtime/recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

unsigned char pincer_coverage[65536];
int subject(unsigned char *bytes, int count);

typedef struct {
  double seconds;
  long kilobytes;
  unsigned terms, events, result;
} Outcome;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static long residentKilobytes(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

static void *reserve(size_t bytes) {
  return mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
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

static void run(unsigned char *bytes, int size, int symbolic, int rounds, PincerSegment *segment,
                Outcome *outcome) {
  const long before = residentKilobytes();
  if (symbolic >= 0)
    pincerTraceBegin(segment);
  for (int i = 0; i < symbolic; i++)
    pincerTraceInput((unsigned)i, &bytes[i], 0, 8);
  const unsigned inputs = segment->termCount;
  const double begin = now();
  for (int round = 0; round < rounds; round++)
    outcome->result = outcome->result * 31 + (unsigned)subject(bytes, size);
  outcome->seconds = now() - begin;
  outcome->kilobytes = residentKilobytes() - before;
  outcome->terms = segment->termCount - inputs;
  outcome->events = segment->eventCount;
}

int main(int count, char **arguments) {
  if (count < 5)
    return 2;
  if (!(personality(0xffffffff) & ADDR_NO_RANDOMIZE)) {
    personality(ADDR_NO_RANDOMIZE);
    execv("/proc/self/exe", arguments);
  }
  const int symbolic = atoi(arguments[1]), size = atoi(arguments[2]), rounds = atoi(arguments[3]);
  unsigned char *bytes = malloc((size_t)size);
  fill(bytes, size);
  PincerSegment *segment = reserve(PINCER_SEGMENT_SIZE);
  Outcome *outcome = reserve(sizeof *outcome), best = {.seconds = 1e9};
  for (int left = atoi(arguments[4]); left > 0; left--) {
    *outcome = (Outcome){.seconds = 1e9};
    const pid_t child = fork();
    if (child == 0) {
      run(bytes, size, symbolic, rounds, segment, outcome);
      _exit(0);
    }
    int status = 1;
    waitpid(child, &status, 0);
    if (status != 0)
      return 1;
    if (outcome->seconds < best.seconds)
      best = *outcome;
  }
  printf("%.6f %u %u %ld %u\n", best.seconds, best.terms, best.events, best.kilobytes, best.result);
  return 0;
}
