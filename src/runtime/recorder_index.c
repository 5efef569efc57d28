#include "runtime/recorder_index.h"

#include "runtime/recorder_state.h"

#include <sys/mman.h>

RecordIndex indexOf(uint32_t capacity) {
  return (RecordIndex){recorderReserve(sizeof(uint64_t) * capacity), capacity, 0};
}

static void insert(uint64_t *slots, uint32_t mask, uint64_t slot) {
  uint32_t at = (uint32_t)(slot >> 32) & mask;
  while (slots[at] != 0)
    at = (at + 1) & mask;
  slots[at] = slot;
}

void indexAdd(RecordIndex *index, uint64_t hash, uint32_t record) {
  insert(index->slots, index->capacity - 1, hash << 32 | record);
  if (++index->used <= index->capacity / 2)
    return;
  const uint32_t capacity = index->capacity * 2;
  const RecordIndex larger = {recorderReserveWhole(sizeof(uint64_t) * capacity), capacity, 0};
  for (uint32_t i = 0; i < index->capacity; i++)
    if (index->slots[i] != 0)
      insert(larger.slots, larger.capacity - 1, index->slots[i]);
  /* In this order: we may be interrupted for good. */
  const RecordIndex old = *index;
  index->slots = larger.slots;
  atomic_signal_fence(memory_order_seq_cst);
  index->capacity = larger.capacity;
  atomic_signal_fence(memory_order_seq_cst);
  munmap(old.slots, sizeof(uint64_t) * old.capacity);
}

_Static_assert(PINCER_TERM_CAPACITY < 1 << RECORD_BITS && PINCER_EVENT_CAPACITY < 1 << RECORD_BITS,
               "the numbers of records leave no room for lengths of chains");

NearIndex nearIndexOf(uint32_t terms, uint32_t records) {
  return (NearIndex){
      .first = recorderReserveForAllRuns(sizeof(uint32_t) * ((size_t)terms + 1)),
      .next = recorderReserveForAllRuns(sizeof(uint32_t) * ((size_t)records + 1)),
  };
}

void nearBegin(NearIndex *index) {
  nearForget(index, 0);
  index->others = indexOf(1 << 12);
}
