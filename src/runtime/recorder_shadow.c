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

/* Whether these are the tags of a whole term of so many bytes. */
static int isWhole(const uint32_t *tags, uint32_t bytes) {
  uint32_t different = tags[0] & 7;
  for (uint32_t i = 1; i < bytes; i++)
    different |= tags[i] ^ (tags[0] | i);
  return different == 0;
}

Value loadTerm(const void *from, uint32_t width, uint64_t value) {
  const uint32_t bytes = (width + 7) / 8;
  const uint32_t *tags = tagsOf(from);
  if (tagsInARow(from) >= bytes && isWhole(tags, bytes)) { /* as it was stored: most loads */
    const uint32_t term = tags[0] >> 3;
    const PincerTerm *record = recordOf(term);
    if (record->width == width && record->value == value)
      return (Value){term, width, value};
  }
  uint32_t gathered[8];
  if (tagsInARow(from) < bytes) {
    for (uint32_t i = 0; i < bytes; i++)
      gathered[i] = *tagsOf((const char *)from + i);
    tags = gathered;
  }
  Value whole = pieceAt(tags, bytes, 0, value);
  while (whole.width < 8 * bytes)
    whole = concatenated(pieceAt(tags, bytes, whole.width / 8, value), whole);
  return extracted(whole, 0, width);
}

void storeTerm(void *to, Value value) {
  const uint32_t bytes = (value.width + 7) / 8;
  const Value whole = extended(PINCER_OP_ZeroExtend, value, 8 * bytes, value.value);
  const int inARow = tagsInARow(to) >= bytes;
  uint32_t *tags = whole.term ? tagsToWrite(to) : tagsOf(to);
  for (uint32_t i = 0; i < bytes; i++)
    *(inARow ? tags + i : tagsToWrite((char *)to + i)) = whole.term ? whole.term << 3 | i : 0;
}

/* Sixteen at a time: tables are looked at as a whole for every read with a symbolic index. */
typedef uint32_t FourTags __attribute__((vector_size(16), aligned(4), may_alias));

static int anySet(const uint32_t *tags, uint64_t count) {
  uint64_t i = 0;
  FourTags sum = {0};
  for (; i + 16 <= count; i += 16) {
    const FourTags *next = (const FourTags *)&tags[i];
    sum |= (next[0] | next[1]) | (next[2] | next[3]);
  }
  uint32_t set = sum[0] | sum[1] | sum[2] | sum[3];
  for (; i < count; i++)
    set |= tags[i];
  return set != 0;
}

static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* How many of `size` bytes are dealt with at once: CHUNK, or up to where tags end. */
static uint64_t chunkAt(const void *p, uint64_t size) {
  return lesser(lesser(CHUNK, size), tagsInARow(p));
}

/* The same for the bytes before p. */
static uint64_t chunkBefore(const void *p, uint64_t size) {
  const uint64_t row = tagsInARow((const char *)p - 1);
  const uint64_t before = row == ~0ull ? row : PINCER_SHADOW_BLOCK_BYTES - row + 1;
  return lesser(lesser(CHUNK, size), before);
}

int anyTags(const void *from, uint64_t size) {
  const char *memory = from;
  for (uint64_t at = 0, length; at < size; at += length) {
    length = chunkAt(memory + at, size - at);
    if (anySet(tagsOf(memory + at), length))
      return 1;
  }
  return 0;
}

static void clear(char *memory, uint64_t size) {
  for (uint64_t at = 0, length; at < size; at += length) {
    length = chunkAt(memory + at, size - at);
    uint32_t *tags = tagsOf(memory + at);
    if (anySet(tags, length))
      memset(tags, 0, length * sizeof *tags);
  }
}

void clearTags(void *to, uint64_t size) {
  if (size > PINCER_SHADOW_SIZE / 4)
    return;
  const uint64_t row = tagsInARow(to);
  if (size < LARGE || row < size) {
    clear(to, size);
    return;
  }
  /* Whole pages need not even be looked at. */
  const uintptr_t page = 4096 / sizeof(uint32_t);
  char *begin = to, *end = begin + size;
  char *firstPage = (char *)(((uintptr_t)begin + page - 1) & ~(page - 1));
  char *lastPage = (char *)((uintptr_t)end & ~(page - 1));
  clear(begin, (uint64_t)(firstPage - begin));
  const size_t bytes = (size_t)(lastPage - firstPage) * sizeof(uint32_t);
  if (madvise(tagsOf(firstPage), bytes, MADV_DONTNEED) != 0)
    memset(tagsOf(firstPage), 0, bytes);
  clear(lastPage, (uint64_t)(end - lastPage));
}

static void copyChunk(char *to, const char *from, uint64_t count) {
  const uint32_t *source = tagsOf(from);
  if (anySet(source, count))
    memmove(tagsToWrite(to), source, count * sizeof *source);
  else if (anySet(tagsOf(to), count))
    memset(tagsOf(to), 0, count * sizeof *source);
}

void copyTags(void *toMemory, const void *fromMemory, uint64_t size) {
  if (size > PINCER_SHADOW_SIZE / 4 || toMemory == fromMemory)
    return;
  char *to = toMemory;
  const char *from = fromMemory;
  if ((uintptr_t)to - (uintptr_t)from >= size) { /* forwards is safe */
    for (uint64_t at = 0, length; at < size; at += length) {
      length = lesser(chunkAt(to + at, size - at), chunkAt(from + at, size - at));
      copyChunk(to + at, from + at, length);
    }
    return;
  }
  for (uint64_t left = size; left > 0;) {
    const uint64_t length = lesser(chunkBefore(to + left, left), chunkBefore(from + left, left));
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
  char *memory = to;
  for (uint64_t at = 0, length; at < size; at += length) {
    length = chunkAt(memory + at, size - at);
    uint32_t *tags = tagsToWrite(memory + at);
    for (uint64_t i = 0; i < length; i++)
      tags[i] = byte.term << 3;
  }
}
