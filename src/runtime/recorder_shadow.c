/* Tags of memory. */
#include "runtime/recorder_state.h"

#include <string.h>
#include <sys/mman.h>

enum {
  CHUNK = 1024 /* tags */,
  LARGE = 1 << 18 /* tags from which pages are given back instead */
};

/* Bytes at .. of the loaded value that come from one term in a row, or that are concrete. */
static Value pieceAt(const uint32_t *tags, uint32_t bytes, uint32_t at, uint64_t loaded) {
  const uint32_t first = tags[at], term = first >> 3, from = first & 7;
  uint32_t length = 1;
  while (at + length < bytes && tags[at + length] == (term ? first + length : 0) &&
         (term == 0 || from + length < 8))
    length++;
  const uint64_t value = loaded >> 8 * at & maskOf(8 * length);
  const PincerTerm *record = recordOf(term);
  if (term == 0 || record->width < 8 * (from + length)) {
    if (term)
      recorderLost(PINCER_LOST_STALE);
    return concrete(8 * length, value);
  }
  if ((record->value >> 8 * from & maskOf(8 * length)) == value)
    return extracted((Value){term, record->width, record->value}, 8 * from, 8 * length);
  recorderLost(PINCER_LOST_STALE);
  return concrete(8 * length, value);
}

Value loadTerm(const void *from, uint32_t width, uint64_t value) {
  const uint32_t bytes = (width + 7) / 8;
  const uint32_t *tags = tagsOf(from);
  Value whole = pieceAt(tags, bytes, 0, value);
  while (whole.width < 8 * bytes)
    whole = concatenated(pieceAt(tags, bytes, whole.width / 8, value), whole);
  return extracted(whole, 0, width);
}

void storeTerm(void *to, Value value) {
  const uint32_t bytes = (value.width + 7) / 8;
  uint32_t *tags = tagsOf(to);
  const Value whole = extended(PINCER_OP_ZeroExtend, value, 8 * bytes, value.value);
  for (uint32_t i = 0; i < bytes; i++)
    tags[i] = whole.term ? whole.term << 3 | i : 0;
}

static int anySet(const uint32_t *tags, uint64_t count) {
  uint32_t set = 0;
  for (uint64_t i = 0; i < count; i++)
    set |= tags[i];
  return set != 0;
}

static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

int anyTags(const void *from, uint64_t size) {
  for (uint64_t at = 0; at < size; at += CHUNK)
    if (anySet(tagsOf(from) + at, lesser(CHUNK, size - at)))
      return 1;
  return 0;
}

static void clear(uint32_t *tags, uint64_t count) {
  for (uint64_t at = 0; at < count; at += CHUNK) {
    const uint64_t length = lesser(CHUNK, count - at);
    if (anySet(tags + at, length))
      memset(tags + at, 0, length * sizeof *tags);
  }
}

void clearTags(void *to, uint64_t size) {
  if (size > PINCER_SHADOW_SIZE / 4)
    return;
  uint32_t *tags = tagsOf(to);
  if (size < LARGE) {
    clear(tags, size);
    return;
  }
  /* Whole pages need not even be looked at. */
  const uintptr_t begin = ((uintptr_t)tags + 4095) & ~(uintptr_t)4095,
                  end = (uintptr_t)(tags + size) & ~(uintptr_t)4095;
  clear(tags, (begin - (uintptr_t)tags) / sizeof *tags);
  if (madvise((void *)begin, end - begin, MADV_DONTNEED) != 0)
    memset((void *)begin, 0, end - begin);
  clear((uint32_t *)end, ((uintptr_t)(tags + size) - end) / sizeof *tags);
}

static void copyChunk(uint32_t *to, const uint32_t *from, uint64_t count) {
  if (anySet(from, count))
    memmove(to, from, count * sizeof *to);
  else if (anySet(to, count))
    memset(to, 0, count * sizeof *to);
}

void copyTags(void *toMemory, const void *fromMemory, uint64_t size) {
  if (size > PINCER_SHADOW_SIZE / 4 || toMemory == fromMemory)
    return;
  uint32_t *to = tagsOf(toMemory);
  const uint32_t *from = tagsOf(fromMemory);
  if ((uintptr_t)to - (uintptr_t)from >= size * sizeof *to) { /* forwards is safe */
    for (uint64_t at = 0; at < size; at += CHUNK)
      copyChunk(to + at, from + at, lesser(CHUNK, size - at));
    return;
  }
  for (uint64_t left = size; left > 0;) {
    const uint64_t length = lesser(CHUNK, left);
    left -= length;
    copyChunk(to + left, from + left, length);
  }
}

void fillTags(void *to, Value byte, uint64_t size) {
  if (byte.term == 0 || byte.width != 8) {
    clearTags(to, size);
    return;
  }
  if (size > PINCER_SHADOW_SIZE / 4)
    return;
  uint32_t *tags = tagsOf(to);
  for (uint64_t i = 0; i < size; i++)
    tags[i] = byte.term << 3;
}
