/* The recorder of a symbolic target: its beginning, and what the driver calls. */
#include "runtime/recorder.h"

#include "runtime/recorder_objects.h"
#include "runtime/recorder_state.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

Recorder pincerRecorder;

static _Noreturn void complain(const char *message) {
  (void)!write(2, message, strlen(message));
  abort();
}

#if defined(__LP64__)
/* The shadow of the whole address space. Nobody writes to it before an input is named, so its pages
 * take no memory. */
static void mapShadow(void) {
  const int saved = errno;
  void *shadow = mmap((void *)PINCER_SHADOW_BASE, PINCER_SHADOW_SIZE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (shadow != (void *)PINCER_SHADOW_BASE)
    complain("pincer: no room for the shadow memory\n");
  madvise(shadow, PINCER_SHADOW_SIZE, MADV_DONTDUMP);
  madvise(shadow, PINCER_SHADOW_SIZE, MADV_NOHUGEPAGE);
  errno = saved;
}
#else
uint32_t *__pincer_shadow_blocks[1 << (32 - PINCER_SHADOW_BLOCK_BITS)];

/* A block, and the zeros behind it. */
static uint32_t *newBlock(void) {
  return recorderReserve(PINCER_SHADOW_BLOCK_BYTES * sizeof(uint32_t) + 4096);
}

static uint32_t *noTags; /* the block of zeros */

static void mapShadow(void) {
  const int saved = errno;
  noTags = newBlock();
  for (uint32_t i = 0; i < sizeof __pincer_shadow_blocks / sizeof *__pincer_shadow_blocks; i++)
    __pincer_shadow_blocks[i] = noTags;
  errno = saved;
}

uint32_t *tagsToWrite(const void *p) {
  uint32_t **block = &__pincer_shadow_blocks[(uintptr_t)p >> PINCER_SHADOW_BLOCK_BITS];
  if (*block == noTags)
    *block = newBlock();
  return tagsOf(p);
}
#endif

void *recorderReserve(size_t bytes) {
  void *memory =
      mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    complain("pincer: no room for the recorder\n");
  return memory;
}

static void prepareRecorder(void) {
  mapShadow();
  objectsBegin();
}
/* Before every constructor: they may be instrumented. */
__attribute__((section(".preinit_array"),
               used)) static void (*const prepareFirst)(void) = prepareRecorder;

/* Who is at work: a thread, by the address of a variable of its own, and how deep its stack is. */
static _Thread_local char self;
static _Atomic(char *) worker;
static _Atomic(uintptr_t) workerFrame; /* 0: nothing was done yet, or all is done */

/* A signal handler may have interrupted the recorder and left by longjmp: then this thread is seen
 * here with a stack that no longer holds the frame that is said to be at work. Below a handler, the
 * kernel's frame, which is larger than this, would lie in between. */
enum { LEAST_SIGNAL_FRAME = 512 };
static int wasAbandoned(uintptr_t frame) {
  return atomic_load(&worker) == &self && frame + LEAST_SIGNAL_FRAME > atomic_load(&workerFrame);
}

/* Waits while another thread is at work. It will be done soon, unless it was ended there, or was
 * left behind by a fork: then waiting is in vain, and nobody waits long from then on. */
enum { PATIENT = 1 << 16, IMPATIENT = 16 };
static atomic_uint patience = PATIENT;

/* Threads that had a turn are counted: who was last, and whether this one was ever. */
static _Thread_local int wasCounted;
static char *lastWorker;

static void noteThread(void) {
  lastWorker = &self;
  if (wasCounted)
    return;
  wasCounted = 1;
  pincerRecorder.segment->threads++;
}

static int takeTurn(void) {
  const uint32_t most = atomic_load_explicit(&patience, memory_order_relaxed);
  for (uint32_t i = 0; i < most; i++) {
    char *nobody = 0;
    if (atomic_compare_exchange_strong(&worker, &nobody, &self)) {
      atomic_store_explicit(&patience, PATIENT, memory_order_relaxed);
      return 1;
    }
    if (nobody == &self) /* a signal handler that interrupted this thread's own work */
      return 0;
    sched_yield();
  }
  atomic_store_explicit(&patience, IMPATIENT, memory_order_relaxed);
  return 0;
}

/* The log is shared, and belongs to one process: in a child that the subject forks, by whatever
 * call, this page is zero. (A child of vfork runs in its parent's memory, in the parent's place.)
 */
static const int *isOurs;

static void claimLog(void) {
  int *page = recorderReserve(4096);
  if (madvise(page, 4096, MADV_WIPEONFORK) != 0)
    complain("pincer: no way to keep children of the subject from recording\n");
  *page = 1;
  isOurs = page;
}

static int isRecording(void) { return pincerRecorder.segment && *isOurs; }

int recorderEnter(void) {
  if (!isRecording())
    return 0;
  const uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  char *nobody = 0;
  if (!atomic_compare_exchange_strong(&worker, &nobody, &self) && !wasAbandoned(frame) &&
      !takeTurn()) {
    recorderLost(PINCER_LOST_REENTRY);
    return 0;
  }
  atomic_store_explicit(&workerFrame, frame, memory_order_relaxed);
  if (lastWorker != &self)
    noteThread();
  return 1;
}

void recorderLeave(void) {
  atomic_store_explicit(&workerFrame, 0, memory_order_relaxed);
  atomic_store_explicit(&worker, 0, memory_order_release);
}

void recorderLost(uint32_t kind) {
  if (isRecording() && kind < PINCER_LOST_KINDS)
    pincerRecorder.segment->lost[kind]++;
}

uint32_t recorderThread(void) {
  static _Thread_local uint32_t mine; /* + 1 */
  static atomic_uint threads;
  if (mine == 0)
    mine = atomic_fetch_add(&threads, 1) + 1;
  return mine - 1;
}

void pincerTraceBegin(void *memory) {
  PincerSegment *segment = memory;
  char *base = memory;
  Recorder *recorder = &pincerRecorder;
  recorder->terms = (PincerTerm *)(base + PINCER_SEGMENT_TERMS_AT);
  recorder->events = (PincerEvent *)(base + PINCER_SEGMENT_EVENTS_AT);
  recorder->tables = (uint64_t *)(base + PINCER_SEGMENT_TABLES_AT);
  termsBegin();
  eventsBegin();
  readsBegin();
  stackBegins();
  claimLog();
  recorderThread(); /* this thread is number 0 */
  lastWorker = 0;
  wasCounted = 0;
  *segment = (PincerSegment){.magic = PINCER_SEGMENT_MAGIC, .parent = PINCER_NO_SEGMENT};
  recorder->segment = segment;
}

/* Byte `at` of an object, some of whose bits are bits of an input. */
static void nameByte(unsigned char *object, uint64_t at, Value input, uint64_t firstBit) {
  const uint64_t byteBegin = 8 * at, byteEnd = byteBegin + 8;
  const uint64_t end = firstBit + input.width;
  const uint64_t from = firstBit > byteBegin ? firstBit : byteBegin;
  const uint64_t to = end < byteEnd ? end : byteEnd;
  const Value old = loadTerm(object + at, 8, object[at]);
  Value byte = extracted(input, (uint32_t)(from - firstBit), (uint32_t)(to - from));
  if (from > byteBegin)
    byte = concatenated(byte, extracted(old, 0, (uint32_t)(from - byteBegin)));
  if (to < byteEnd)
    byte = concatenated(extracted(old, (uint32_t)(to - byteBegin), (uint32_t)(byteEnd - to)), byte);
  storeTerm(object + at, byte);
}

/* A long double that is a double as well: an input of 64 bits, which is extended. */
static void nameExtended(uint32_t number, unsigned char *memory) {
  long double value = 0;
  memcpy(&value, memory, PINCER_EXTENDED_WIDTH / 8);
  const double narrow = (double)value;
  const long double back = narrow;
  if (memcmp(&back, memory, PINCER_EXTENDED_WIDTH / 8) != 0 || !recorderEnter())
    return;
  uint64_t bits, significand;
  uint16_t high;
  memcpy(&bits, &narrow, sizeof bits);
  memcpy(&significand, memory, sizeof significand);
  memcpy(&high, memory + sizeof significand, sizeof high);
  const Value input = inputTerm(number, 64, bits), word = concrete(64, 0), none = concrete(32, 0);
  const uint32_t from = PINCER_EXTENDED_FROM_DOUBLE;
  storeTerm(memory, operationTerm(PINCER_OP_Extended, from, 64, significand, input, word, none));
  storeTerm(memory + sizeof significand,
            operationTerm(PINCER_OP_Extended, from, 16, high, input, word, none));
  recorderLeave();
}

void pincerTraceInput(uint32_t number, void *memory, uint64_t offsetBits, uint32_t width) {
  unsigned char *object = memory;
  if (width == PINCER_EXTENDED_WIDTH && offsetBits % 8 == 0)
    nameExtended(number, object + offsetBits / 8);
  if (width == 0 || width > 64 || !recorderEnter())
    return;
  uint64_t value = 0;
  for (uint32_t i = 0; i < width; i++) {
    const uint64_t bit = offsetBits + i;
    value |= (uint64_t)(object[bit / 8] >> bit % 8 & 1) << i;
  }
  const Value input = inputTerm(number, width, value);
  if (offsetBits % 8 == 0 && width % 8 == 0)
    storeTerm(object + offsetBits / 8, input);
  else
    for (uint64_t at = offsetBits / 8; at <= (offsetBits + width - 1) / 8; at++)
      nameByte(object, at, input, offsetBits);
  recorderLeave();
}
