/* The recorder of a symbolic target: its beginning, and what the driver calls. */
#include "runtime/recorder.h"

#include "runtime/recorder_objects.h"
#include "runtime/recorder_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

Recorder pincerRecorder;

_Noreturn void recorderComplains(const char *message) {
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
    recorderComplains("pincer: no room for the shadow memory\n");
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

static void *mapped(size_t bytes, int flags) {
  void *memory =
      mmap(0, bytes, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    recorderComplains("pincer: no room for the recorder\n");
  return memory;
}

void *recorderReserve(size_t bytes) { return mapped(bytes, MAP_PRIVATE); }
void *recorderReserveWhole(size_t bytes) { return mapped(bytes, MAP_PRIVATE | MAP_POPULATE); }
void *recorderReserveForAllRuns(size_t bytes) { return mapped(bytes, MAP_SHARED); }

void recorderMakeRoom(void *from, size_t bytes) {
  const int saved = errno;
  const uintptr_t begin = (uintptr_t)from & ~(uintptr_t)4095;
  /* If it can't, they come one by one. */
  madvise((void *)begin, (uintptr_t)from + bytes - begin, MADV_POPULATE_READ);
  errno = saved;
}

static void prepareRecorder(void) {
  mapShadow();
  objectsBegin();
  termsReserve();
  eventsReserve();
}
/* Before every constructor: they may be instrumented. */
__attribute__((section(".preinit_array"),
               used)) static void (*const prepareFirst)(void) = prepareRecorder;

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
  *segment = (PincerSegment){.magic = PINCER_SEGMENT_MAGIC, .parent = PINCER_NO_SEGMENT};
  recorder->segment = segment;
  turnsBegin();
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
