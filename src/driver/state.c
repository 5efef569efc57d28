/* What a run can change, and how it is put back.
 *
 * Two snapshots are taken before the first run: of the subject's writable variables (listed by the
 * plain lowering in a section; a target without that list can't reset and forks instead) together
 * with the variables that tests supply, and of the globals that observations report. A reset copies
 * the former back, resets the heap and clears coverage. */
#include "driver/driver.h"
#include "runtime/heap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern const PincerRange rangesBegin[] __asm__("__start_pincer_ranges") __attribute__((weak));
extern const PincerRange rangesEnd[] __asm__("__stop_pincer_ranges") __attribute__((weak));

/* Copying more than this back takes longer than a fork. */
static const uint64_t resetLimit = 2 << 20;

/* A process that shares loosely ends once its heap has grown by so much. */
static const uint64_t looseGrowth = 32 << 20;

static struct {
  PincerRange *ranges; /* sorted by address, adjacent ones joined */
  uint32_t rangeCount;
  uint64_t rangeBytes;
  uint8_t *rangeCopy;
  uint8_t *globalCopy;
  uint64_t *globalAt;  /* offset of each global in globalCopy */
  uint8_t *magnitudes; /* by slot: how often it was taken in a run, all processes together */
} state;

static int compareRanges(const void *left, const void *right) {
  const uintptr_t a = (uintptr_t)((const PincerRange *)left)->address;
  const uintptr_t b = (uintptr_t)((const PincerRange *)right)->address;
  return (a > b) - (a < b);
}

static void collectRanges(void) {
  const size_t listed = rangesBegin ? (size_t)(rangesEnd - rangesBegin) : 0;
  if (listed == 0)
    return;
  size_t count = listed + pincer_supply_count;
  state.ranges = ownMemory(count * sizeof(PincerRange));
  PincerRange *sorted = ownMemory(count * sizeof(PincerRange));
  memcpy(sorted, rangesBegin, listed * sizeof(PincerRange));
  for (size_t i = 0; i < pincer_supply_count; ++i)
    sorted[listed + i] = (PincerRange){pincer_supplies[i].variable, pincer_supplies[i].size};
  qsort(sorted, count, sizeof(PincerRange), compareRanges);
  for (size_t i = 0; i < count; ++i) {
    PincerRange *last = state.rangeCount ? &state.ranges[state.rangeCount - 1] : NULL;
    if (sorted[i].size == 0 || !sorted[i].address)
      continue;
    if (last && (uint8_t *)last->address + last->size == sorted[i].address)
      last->size += sorted[i].size;
    else
      state.ranges[state.rangeCount++] = sorted[i];
    state.rangeBytes += sorted[i].size;
  }
}

static void saveRanges(void) {
  collectRanges();
  if (state.rangeBytes > resetLimit)
    return;
  state.rangeCopy = ownMemory(state.rangeBytes);
  uint8_t *to = state.rangeCopy;
  for (uint32_t i = 0; i < state.rangeCount; ++i) {
    memcpy(to, state.ranges[i].address, state.ranges[i].size);
    to += state.ranges[i].size;
  }
}

static void saveGlobals(void) {
  state.globalAt = ownMemory(((uint64_t)pincer_global_count + 1) * sizeof(uint64_t));
  uint64_t total = 0;
  for (uint32_t i = 0; i < pincer_global_count; ++i) {
    state.globalAt[i] = total;
    total += pincer_globals[i].address ? pincer_globals[i].size : 0;
  }
  state.globalCopy = ownMemory(total);
  for (uint32_t i = 0; i < pincer_global_count; ++i)
    if (pincer_globals[i].address)
      memcpy(state.globalCopy + state.globalAt[i], pincer_globals[i].address,
             pincer_globals[i].size);
}

void saveState(void) {
  saveRanges();
  saveGlobals();
  state.magnitudes = mmap(NULL, PINCER_COVERAGE_CAPACITY, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (state.magnitudes == MAP_FAILED)
    fail("no memory");
  if (pincerHeapMark)
    pincerHeapMark();
  clearCoverage();
}

int canShare(void) { return rangesBegin && pincerHeapReset; }

int canReset(void) { return canShare() && state.rangeBytes <= resetLimit; }

static void resetVariables(void) {
  const uint8_t *from = state.rangeCopy;
  for (uint32_t i = 0; from && i < state.rangeCount; ++i) {
    memcpy(state.ranges[i].address, from, state.ranges[i].size);
    from += state.ranges[i].size;
  }
}

void resetState(void) {
  resetVariables();
  pincerHeapReset();
  clearCoverage();
  errno = 0;
}

int keepState(void) { return pincerHeapKeep && pincerHeapKeep(); }

void resetToKept(void) {
  resetVariables();
  pincerHeapRestore();
  clearCoverage();
  errno = 0;
}

/* What libraries keep lies in the same heap, so that is left as it is, and only grows. */
int resetLoosely(void) {
  resetVariables();
  clearCoverage();
  lseek(1, 0, SEEK_SET);
  const int isGood = closeLeftOpen();
  tidyFolder();
  errno = 0;
  return isGood && pincerHeapGrowth() < looseGrowth;
}

const void *savedGlobal(uint32_t index) { return state.globalCopy + state.globalAt[index]; }

void clearCoverage(void) {
  memset(pincer_coverage, 0, pincer_coverage_size);
  clearNearness();
}

typedef uint64_t Wide __attribute__((vector_size(32), may_alias));

/* The map is aligned to a page and padded to one, so whole wide words may be read. */
int tookNewBranch(const uint8_t *seen) {
  const Wide *taken = (const Wide *)(const void *)pincer_coverage;
  const Wide *known = (const Wide *)(const void *)seen;
  const uint32_t words = (pincer_coverage_size + sizeof(Wide) - 1) / sizeof(Wide);
  Wide news = {0};
  for (uint32_t i = 0; i < words; ++i)
    news |= taken[i] & ~known[i];
  return (news[0] | news[1] | news[2] | news[3]) != 0;
}

/* 1, 2, 3, 4-7, 8-15, 16-31, 32-127, more: a bit for each. */
static uint8_t magnitudeOf(uint8_t count) {
  if (count < 4)
    return (uint8_t)(count == 3 ? 4 : count);
  return count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
}

int tookNewCount(void) {
  const uint64_t *taken = (const uint64_t *)(const void *)pincer_coverage;
  int isNew = 0;
  for (uint32_t word = 0; word * 8 < pincer_coverage_size; ++word) {
    if (taken[word] == 0)
      continue;
    for (uint32_t slot = word * 8; slot < word * 8 + 8; ++slot) {
      const uint8_t magnitude = magnitudeOf(pincer_coverage[slot]);
      isNew |= magnitude & ~state.magnitudes[slot];
      state.magnitudes[slot] |= magnitude;
    }
  }
  return isNew != 0;
}

uint64_t appendFind(const Channel *channel, uint64_t used, const PincerFind *find) {
  /* What a run takes that starves says nothing, and must not count as seen. */
  const uint32_t slots =
      find->outcome == PINCER_STARVED || find->isUsual ? 0 : pincer_coverage_size;
  /* Nor what a crash takes: another run may take it and return. */
  const int isOrderly = find->outcome == PINCER_RETURNED || find->outcome == PINCER_EXITED ||
                        find->outcome == PINCER_THREW || find->outcome == PINCER_REJECTED;
  uint32_t count = 0;
  for (uint32_t slot = 0; slot < slots; ++slot)
    count += pincer_coverage[slot] != 0;
  const uint64_t coveredSize = PINCER_PADDED((uint64_t)count * sizeof(uint32_t));
  const uint64_t nearerSize = (uint64_t)find->nearerCount * sizeof(PincerDistance);
  const uint64_t size = sizeof(PincerFind) + coveredSize + nearerSize;
  if (used > PINCER_RESPONSE_CAPACITY || size > PINCER_RESPONSE_CAPACITY - used)
    return 0;
  PincerFind *written = (PincerFind *)(channel->response + used);
  uint32_t *covered = (uint32_t *)(written + 1);
  *written = *find;
  written->coveredCount = count;
  for (uint32_t slot = 0; slot < slots; ++slot)
    if (pincer_coverage[slot] != 0) {
      if (isOrderly)
        channel->seen[slot] = 0xff;
      if (count-- > 0)
        *covered++ = slot;
    }
  reportNearness((void *)((uint8_t *)(written + 1) + coveredSize), find->nearerCount);
  return used + size;
}
