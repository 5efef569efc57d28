/* main() of a target: look around, take the snapshot that every run starts from, serve. */
#include "driver/driver.h"
#include "runtime/heap.h"
#include "runtime/recorder.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

_Noreturn void fail(const char *what) {
  dprintf(2, "pincer target: %s (%s)\n", what, strerror(errno));
  _exit(70);
}

void *ownMemory(uint64_t bytes) {
  void *at = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED)
    fail("no memory");
  return at;
}

void *mapArea(int64_t at, uint64_t size, int protection) {
  void *area = mmap(NULL, size, protection, MAP_SHARED, PINCER_CHANNEL_FD, at);
  if (area == MAP_FAILED)
    fail("can't map the channel");
  return area;
}

static void checkHeader(const PincerHeader *header) {
  errno = 0;
  if (header->magic != PINCER_CHANNEL_MAGIC)
    fail("its channel descriptor is no channel");
  if (header->version != PINCER_ABI_VERSION || header->channelSize != PINCER_CHANNEL_SIZE)
    fail("built for another version of pincer");
  if (header->timeoutMs == 0)
    fail("no time limit");
}

static void mapCoverage(void) {
  if (pincer_coverage_size > PINCER_COVERAGE_CAPACITY)
    fail("too many branches");
  if (pincer_coverage_size == 0)
    return;
  const uint64_t size =
      ((uint64_t)pincer_coverage_size + PINCER_PAGE - 1) & ~((uint64_t)PINCER_PAGE - 1);
  if (mmap(pincer_coverage, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, PINCER_CHANNEL_FD,
           PINCER_COVERAGE_AT) != pincer_coverage)
    fail("can't map the coverage pages");
  const uint64_t guard = &pincer_coverage_guard ? pincer_coverage_guard : 0;
  if (guard && (mprotect(pincer_coverage - guard, guard, PROT_NONE) != 0 ||
                mprotect(pincer_coverage + size, guard, PROT_NONE) != 0))
    fail("can't guard the coverage pages");
}

static Channel openChannel(void) {
  const PincerHeader *header = mapArea(PINCER_HEADER_AT, PINCER_PAGE, PROT_READ);
  checkHeader(header);
  Channel channel = {.header = *header};
  channel.control = mapArea(PINCER_CONTROL_AT, PINCER_PAGE, PROT_READ | PROT_WRITE);
  channel.seen = mapArea(PINCER_SEEN_AT, PINCER_COVERAGE_CAPACITY, PROT_READ | PROT_WRITE);
  for (int half = 0; half < 2; ++half)
    channel.requests[half] = mapArea(PINCER_REQUESTS_AT + (int64_t)half * PINCER_REQUEST_CAPACITY,
                                     PINCER_REQUEST_CAPACITY, PROT_READ);
  channel.response = mapArea(PINCER_RESPONSE_AT, PINCER_RESPONSE_CAPACITY, PROT_READ | PROT_WRITE);
  channel.asked = mapArea(PINCER_ASKED_AT, PINCER_ASKED_SIZE, PROT_READ | PROT_WRITE);
  channel.nearest = mapNearness();
  if (pincerTraceBegin)
    channel.trace = mapArea(PINCER_TRACE_AT, PINCER_SEGMENT_SIZE, PROT_READ | PROT_WRITE);
  mapCoverage();
  close(PINCER_CHANNEL_FD);
  return channel;
}

static void setLimit(int resource, uint64_t most) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0)
    return;
  if (limit.rlim_cur > most)
    limit.rlim_cur = most;
  setrlimit(resource, &limit);
}

/* Limits that server and children share; those of one run are set in the child. */
static void limitResources(const Channel *channel) {
  if (&pincerMostBytes)
    pincerMostBytes = channel->header.mostBytes;
  setLimit(RLIMIT_CORE, 0);
  setLimit(RLIMIT_STACK, 8 << 20);
  if (pincerHeapLimit)
    pincerHeapLimit(channel->header.memoryBytes, channel->header.mostBytes, leaveOutOfMemory);
}

static void greet(void) {
  const PincerHello hello = {.magic = PINCER_CHANNEL_MAGIC,
                             .version = PINCER_ABI_VERSION,
                             .callableCount = pincer_callable_count,
                             .globalCount = pincer_global_count,
                             .coverageSize = pincer_coverage_size};
  if (write(PINCER_REPLY_FD, &hello, sizeof hello) != (ssize_t)sizeof hello)
    fail("can't greet");
}

static __attribute__((noinline, noreturn)) void lookAroundAndServe(void) {
  /* The server cleans up with kill(-1): anywhere but at the root of a process namespace of its own
   * that would hit the user's processes. */
  errno = 0;
  if (getpid() != 1)
    fail("a target runs behind pincer's fence only");
  const Channel channel = openChannel();
  limitResources(&channel);
  prepareCalls();
  prepareMarks(&channel);
  prepareRefusals(&channel);
  prepareProgram();
  saveState();
  prepareFreezing(&channel);
  greet();
  serve(&channel);
}

int main(void) {
  /* Where the stack begins depends on how long the target's path and its environment are. All that
   * follows lies at the same addresses, whatever they are: addresses are parts of terms, and the
   * same seed is to give the same suite in any folder. */
  const uintptr_t step = 1 << 17;
  volatile char *room = __builtin_alloca((uintptr_t)__builtin_frame_address(0) % step + 1);
  *room = 0;
  lookAroundAndServe();
}
