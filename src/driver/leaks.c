/* Memory that calls forget, where AddressSanitizer's heap tells what is in use. (LeakSanitizer
 * would have to trace the process, which the fence forbids.)
 *
 * Of the blocks that the calls of a test allocated, some may be in use after its objects were
 * destroyed. Nobody will ever free those that nothing reaches: no variable, no object or result of
 * the test, no block that is reached. What looks like a pointer into a block counts as one. A block
 * that is made once and kept in a place that we don't see is no leak, so the calls are made again,
 * in a process of its own: what counts is left behind each time. */
#include "driver/driver.h"

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((weak)) int
__sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void *, size_t),
                                          void (*freed)(const volatile void *));
__attribute__((weak)) int __asan_address_is_poisoned(const volatile void *address);
__attribute__((weak)) size_t __asan_get_alloc_stack(void *block, void **frames, size_t count,
                                                    int *thread);
__attribute__((weak)) void __sanitizer_symbolize_pc(void *code, const char *format, char *out,
                                                    size_t size);

enum { SLOTS = 1 << 16, MOST_BLOCKS = SLOTS / 2, MOST_SHOWN = 8, MOST_FRAMES = 32, REPEATS = 2 };

typedef struct {
  uintptr_t begin, end; /* 0: an empty slot */
  uint64_t order;       /* of all allocations */
  int isReached, isReferred;
} Block;

/* Open addressing while calls are made; then sorted by address, without gaps. */
static Block *blocks;
static uint32_t blockCount, *reached;
static uint64_t nextOrder;
static int isWatching, isFull;

static uint32_t slotOf(uintptr_t begin) {
  uint32_t slot = (uint32_t)((uint64_t)(begin >> 4) * 0x9e3779b97f4a7c15u >> 32) % SLOTS;
  while (blocks[slot].begin && blocks[slot].begin != begin)
    slot = (slot + 1) % SLOTS;
  return slot;
}

static void noteAllocated(const volatile void *block, size_t size) {
  if (!isWatching || isFull || !block)
    return;
  const uintptr_t begin = (uintptr_t)block;
  Block *at = &blocks[slotOf(begin)];
  blockCount += !at->begin;
  *at = (Block){.begin = begin, .end = begin + (size ? size : 1), .order = nextOrder++};
  isFull = blockCount == MOST_BLOCKS;
}

static void noteFreed(const volatile void *block) {
  if (!isWatching || !block)
    return;
  uint32_t slot = slotOf((uintptr_t)block);
  if (!blocks[slot].begin)
    return;
  blocks[slot].begin = 0;
  --blockCount;
  for (uint32_t i = (slot + 1) % SLOTS; blocks[i].begin; i = (i + 1) % SLOTS) {
    const Block moved = blocks[i]; /* what was to be found past the gap */
    blocks[i].begin = 0;
    blocks[slotOf(moved.begin)] = moved;
  }
}

void watchBlocks(void) {
  if (!__sanitizer_install_malloc_and_free_hooks || !__asan_get_alloc_stack ||
      !__sanitizer_symbolize_pc)
    return;
  blocks = ownMemory(SLOTS * sizeof *blocks);
  reached = ownMemory(MOST_BLOCKS * sizeof *reached);
  isWatching = __sanitizer_install_malloc_and_free_hooks(noteAllocated, noteFreed) != 0;
}

static int byAddress(const void *left, const void *right) {
  const Block *a = left, *b = right;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

static void sortBlocks(void) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < SLOTS; ++i)
    if (blocks[i].begin)
      blocks[count++] = blocks[i];
  qsort(blocks, count, sizeof *blocks, byAddress);
}

static Block *blockAt(uintptr_t address) {
  uint32_t low = 0, high = blockCount;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (blocks[middle].begin <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 && address < blocks[low - 1].end ? &blocks[low - 1] : NULL;
}

typedef void (*Visit)(Block *from, Block *to);

static void visit(uintptr_t begin, uintptr_t end, Block *from, Visit each) {
  const uintptr_t word = sizeof(void *);
  for (uintptr_t at = (begin + word - 1) / word * word; at + word <= end; at += word) {
    Block *to = blockAt(*(const volatile uintptr_t *)at);
    if (to)
      each(from, to);
  }
}

static uint32_t reachedCount;

static void reach(Block *from, Block *to) {
  (void)from;
  if (to->isReached)
    return;
  to->isReached = 1;
  reached[reachedCount++] = (uint32_t)(to - blocks);
}

static void refer(Block *from, Block *to) { to->isReferred |= to != from; }

static void reachFrom(const void *begin, uint64_t size) {
  visit((uintptr_t)begin, (uintptr_t)begin + size, NULL, reach);
}

/* A part of a program that may hold the map of branches, between pages that nobody can read. */
static void reachFromPart(const char *begin, uint64_t size) {
  const uint64_t page = PINCER_PAGE;
  const uint64_t guard = &pincer_coverage_guard ? pincer_coverage_guard : 0;
  const char *map = (const char *)pincer_coverage - guard, *end = begin + size;
  const char *behind = map + (pincer_coverage_size + page) / page * page + 2 * guard;
  if (guard == 0 || map < begin || map >= end) {
    reachFrom(begin, size);
    return;
  }
  reachFrom(begin, (uint64_t)(map - begin));
  if (behind < end)
    reachFrom(behind, (uint64_t)(end - behind));
}

/* The variables of the program or of a library, this thread's included. */
static int reachFromVariables(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size;
  (void)data;
  for (uint32_t i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type == PT_LOAD && (part->p_flags & PF_W))
      reachFromPart((const char *)object->dlpi_addr + part->p_vaddr, part->p_memsz);
    if (part->p_type == PT_TLS && object->dlpi_tls_data)
      reachFrom(object->dlpi_tls_data, part->p_memsz);
  }
  return 0;
}

static void reachFromTest(const Call *call) {
  const PincerStep *steps = stepsOf(call->test);
  for (uint32_t i = 0; i < call->test->stepCount + call->test->observerCount; ++i)
    reachFrom(call->results[i], callableOf(&steps[i])->resultSize);
  const PincerObject *object = firstObject(call->test);
  for (uint32_t i = 0; i < call->test->objectCount; ++i, object = nextObject(object))
    if (!__asan_address_is_poisoned(call->objects[i])) /* the calls have not freed it */
      reachFrom(call->objects[i], object->size);
}

/* pthread_setspecific keeps its values in what describes the thread, up to the end of its page. */
static void reachFromThread(void) {
  const uintptr_t self = (uintptr_t)pthread_self();
  reachFrom((const void *)self, PINCER_PAGE - self % PINCER_PAGE);
}

/* How many blocks nobody reaches. */
static uint32_t lostBlocks(const Call *call) {
  isWatching = 0;
  sortBlocks();
  reachedCount = 0;
  dl_iterate_phdr(reachFromVariables, NULL);
  reachFromThread();
  reachFromTest(call);
  for (uint32_t i = 0; i < reachedCount; ++i) {
    Block *block = &blocks[reached[i]];
    visit(block->begin, block->end, block, reach);
  }
  return blockCount - reachedCount;
}

static void makeCallsAgain(const Channel *channel, const PincerTest *test, Call *call) {
  *call = buildCall(test, 0);
  memset(blocks, 0, SLOTS * sizeof *blocks);
  blockCount = 0;
  nextOrder = 0;
  isWatching = 1;
  performCall(channel, call);
  destroyObjects(call);
}

/* The first that was allocated, of those that no other lost block refers to (or of all). */
static Block *firstLost(void) {
  Block *first = NULL;
  for (uint32_t i = 0; i < blockCount; ++i)
    if (!blocks[i].isReached &&
        (!first || blocks[i].isReferred < first->isReferred ||
         (blocks[i].isReferred == first->isReferred && blocks[i].order < first->order)))
      first = &blocks[i];
  return first;
}

/* As the sanitizers write it (campaign/sanitizer_report.cpp). */
static void show(FILE *out, const Block *block) {
  void *frames[MOST_FRAMES];
  int thread;
  const size_t count = __asan_get_alloc_stack((void *)block->begin, frames, MOST_FRAMES, &thread);
  fprintf(out, "pincer leak: %zu bytes\n", (size_t)(block->end - block->begin));
  for (size_t i = 0; i < count; ++i) {
    char line[1024];
    __sanitizer_symbolize_pc(frames[i], "%p %F %L", line, sizeof line);
    fprintf(out, "    #%zu %s\n", i, line);
  }
  fputs("\n", out);
}

/* What the subject prints meanwhile, and what the sanitizers say of it, is no part of the run. */
static FILE *beAlone(void) {
  const struct rlimit limit = {1, 1};
  setrlimit(RLIMIT_CPU, &limit);
  signal(SIGALRM, SIG_DFL);
  alarm(2);
  FILE *out = fdopen(dup(2), "w");
  dup2(0, 1);
  dup2(0, 2);
  return out;
}

static void repeat(const Channel *channel, Call *call) {
  FILE *out = beAlone();
  const PincerTest *test = call->test;
  for (int i = 0; i < REPEATS; ++i) {
    makeCallsAgain(channel, test, call);
    if (isFull || lostBlocks(call) == 0)
      leave();
  }
  for (uint32_t i = 0; i < blockCount; ++i)
    if (!blocks[i].isReached)
      visit(blocks[i].begin, blocks[i].end, &blocks[i], refer);
  for (int i = 0; i < MOST_SHOWN; ++i) {
    Block *block = firstLost();
    if (!block)
      break;
    show(out, block);
    block->isReached = 1;
  }
  fflush(out);
  leave();
}

void reportLeaks(const Channel *channel, Call *call) {
  /* What a stub was given it may have kept. */
  if (!isWatching || isFull || pincer_asked_calls() > 0 || lostBlocks(call) == 0)
    return;
  const PincerControl before = *(const PincerControl *)channel->control;
  const pid_t other = _Fork();
  if (other == 0)
    repeat(channel, call);
  if (other > 0)
    waitpid(other, NULL, 0);
  memcpy((void *)channel->control, &before, sizeof before);
}
