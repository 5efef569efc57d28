/* What a caller sees after a call: the objects, the result, the globals that changed, and the text
 * behind pointers to characters.
 *
 * The subject may have left anything behind: objects it freed, pointers to nowhere. Objects that
 * are freed are only marked so. Text is read with a system call that fails on bad addresses instead
 * of faulting: written to a pipe, page by page. Copies are made by hand, because a sanitizer's
 * memcpy would report what we look at as the subject's mistake. */
#include "driver/driver.h"
#include "runtime/heap.h"

#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__((weak)) int __asan_address_is_poisoned(const volatile void *address);

typedef struct {
  uint8_t *next, *end;
  int full;
} Writer;

enum { MOST_ROOMS = 512, MOST_ROOM_BYTES = 64 << 10 };

/* What thunks made to show results in, the latest ones. */
static struct {
  const void *address;
  uint64_t size;
} rooms[MOST_ROOMS];
static uint32_t roomCount;

void pincer_note_room(const void *address, size_t size);
void pincer_note_room(const void *address, size_t size) {
  rooms[roomCount % MOST_ROOMS].address = address;
  rooms[roomCount++ % MOST_ROOMS].size = size;
}

void forgetRooms(void) { roomCount = 0; }

static void copyBytes(void *to, const void *from, uint64_t size) {
#if defined(__x86_64__)
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
#else
  volatile uint8_t *out = to;
  for (uint64_t i = 0; i < size; ++i)
    out[i] = ((const volatile uint8_t *)from)[i];
#endif
}

static int differ(const uint8_t *left, const uint8_t *right, uint64_t size) {
  for (uint64_t i = 0; i < size; ++i)
    if (((const volatile uint8_t *)left)[i] != right[i])
      return 1;
  return 0;
}

/* Room for `size` bytes, padded; null once the area is full. */
static void *reserve(Writer *writer, uint64_t size) {
  if (writer->full || PINCER_PADDED(size) > (uint64_t)(writer->end - writer->next)) {
    writer->full = 1;
    return NULL;
  }
  uint8_t *at = writer->next;
  writer->next += PINCER_PADDED(size);
  return at;
}

static void put(Writer *writer, const void *bytes, uint64_t size) {
  void *at = reserve(writer, size);
  if (at)
    copyBytes(at, bytes, size);
}

static void putBlock(Writer *writer, uint32_t space, uint32_t index, const void *address,
                     uint64_t size, int freed) {
  const PincerBlock block = {.space = space,
                             .index = index,
                             .address = (uintptr_t)address,
                             .stored = freed ? 0 : size,
                             .freed = (uint64_t)freed};
  put(writer, &block, sizeof block);
  put(writer, address, block.stored);
}

static int wasFreed(const Call *call, uint32_t index, uint64_t size) {
  const void *object = call->objects[index];
  if (isVariable(index))
    return 0;
  if (pincerHeapIsOwned)
    return !pincerHeapIsOwned(object);
  return size > 0 && __asan_address_is_poisoned && __asan_address_is_poisoned(object);
}

static uint32_t putObjects(Writer *writer, const Call *call) {
  const PincerObject *object = firstObject(call->test);
  for (uint32_t i = 0; i < call->test->objectCount; ++i) {
    putBlock(writer, PINCER_IN_OBJECT, i, call->objects[i], object->size,
             wasFreed(call, i, object->size));
    object = nextObject(object);
  }
  return call->test->objectCount;
}

static uint32_t putChangedGlobals(Writer *writer) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < pincer_global_count; ++i) {
    const PincerRange *global = &pincer_globals[i];
    if (!global->address || !differ(global->address, savedGlobal(i), global->size))
      continue;
    putBlock(writer, PINCER_IN_GLOBAL, i, global->address, global->size, 0);
    ++count;
  }
  return count;
}

/* The latest first, for they hold what was returned. */
static uint32_t putRooms(Writer *writer) {
  const uint32_t kept = roomCount < MOST_ROOMS ? roomCount : MOST_ROOMS;
  uint64_t left = MOST_ROOM_BYTES;
  uint32_t count = 0;
  for (uint32_t i = 1; i <= kept; ++i) {
    const uint32_t at = (roomCount - i) % MOST_ROOMS;
    if (rooms[at].size > left || !rooms[at].address)
      continue;
    left -= rooms[at].size;
    putBlock(writer, PINCER_IN_ROOM, count++, rooms[at].address, rooms[at].size, 0);
  }
  return count;
}

/* How many of up to `size` bytes at `address`, all in one page, can be read. */
static int64_t readPage(const int pipe[2], uint64_t address, void *to, uint64_t size) {
  const long written = syscall(SYS_write, pipe[1], (uintptr_t)address, (size_t)size);
  if (written <= 0)
    return -1;
  return syscall(SYS_read, pipe[0], to, written);
}

/* The characters before the NUL, or -1. */
static int64_t readText(const int pipe[2], uint64_t address, char text[PINCER_TEXT_LIMIT]) {
  int64_t length = 0;
  while (length < PINCER_TEXT_LIMIT) {
    const uint64_t at = address + (uint64_t)length;
    uint64_t size = PINCER_PAGE - at % PINCER_PAGE;
    if (size > (uint64_t)(PINCER_TEXT_LIMIT - length))
      size = (uint64_t)(PINCER_TEXT_LIMIT - length);
    const int64_t got = readPage(pipe, at, text + length, size);
    if (got <= 0)
      return -1;
    for (int64_t i = 0; i < got; ++i)
      if (text[length + i] == 0)
        return length + i;
    length += got;
  }
  return -1;
}

static uint32_t putResults(Writer *writer, const Call *call) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < call->test->stepCount + call->test->observerCount; ++i) {
    if (!call->results[i])
      continue;
    putBlock(writer, PINCER_IN_RESULT, i, call->results[i],
             callableOf(&stepsOf(call->test)[i])->resultSize, 0);
    ++count;
  }
  return count;
}

static const uint8_t *placeOf(const Call *call, const PincerWatch *watch) {
  switch (watch->space) {
  case PINCER_IN_RESULT:
    return (const uint8_t *)call->results[watch->index] + watch->offset;
  case PINCER_IN_GLOBAL:
    return (const uint8_t *)pincer_globals[watch->index].address + watch->offset;
  default:
    return (const uint8_t *)call->objects[watch->index] + watch->offset;
  }
}

static int isWatchable(const Call *call, const PincerWatch *watch) {
  if (watch->space == PINCER_IN_GLOBAL)
    return pincer_globals[watch->index].address &&
           differ(pincer_globals[watch->index].address, savedGlobal(watch->index),
                  pincer_globals[watch->index].size);
  if (watch->space == PINCER_IN_OBJECT)
    return !wasFreed(call, watch->index, 1);
  return call->results[watch->index] != NULL;
}

static uint32_t putTexts(Writer *writer, const Call *call) {
  uint32_t count = 0;
  int pipe[2];
  if (call->test->watchCount == 0 || pipe2(pipe, O_NONBLOCK) != 0)
    return 0;
  const PincerWatch *watch = firstWatch(call->test);
  for (uint32_t i = 0; i < call->test->watchCount; ++i, ++watch) {
    if (!isWatchable(call, watch))
      continue;
    uintptr_t address;
    copyBytes(&address, placeOf(call, watch), sizeof address);
    char text[PINCER_TEXT_LIMIT];
    const int64_t length = address ? readText(pipe, address, text) : -1;
    if (length < 0)
      continue;
    const PincerText header = {.address = address, .length = (uint64_t)length};
    put(writer, &header, sizeof header);
    put(writer, text, (uint64_t)length);
    ++count;
  }
  return count;
}

int writeObservation(const Channel *channel, const Call *call) {
  Writer writer = {.next = channel->response, .end = channel->response + PINCER_RESPONSE_CAPACITY};
  PincerObservation *header = reserve(&writer, sizeof *header);
  uint32_t blocks = putObjects(&writer, call);
  blocks += putResults(&writer, call);
  blocks += putChangedGlobals(&writer);
  blocks += putRooms(&writer);
  const uint32_t texts = putTexts(&writer, call);
  *header = (PincerObservation){.blockCount = blocks, .textCount = texts};
  return !writer.full;
}
