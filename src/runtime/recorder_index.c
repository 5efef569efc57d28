#include "runtime/recorder_index.h"

#include "runtime/recorder_state.h"

#include <sys/mman.h>

RecordIndex indexOf(uint32_t capacity) {
  return (RecordIndex){recorderReserve(sizeof(uint64_t) * capacity), capacity, 0};
}

uint32_t indexFind(const RecordIndex *index, uint64_t hash, IsSame same, const void *key) {
  const uint32_t mask = index->capacity - 1, tag = (uint32_t)hash;
  for (uint32_t at = tag;; at++) {
    const uint64_t slot = index->slots[at & mask];
    if (slot == 0)
      return 0;
    if (slot >> 32 == tag && same((uint32_t)slot, key))
      return (uint32_t)slot;
  }
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
  RecordIndex larger = indexOf(index->capacity * 2);
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

enum {
  TERMS_OF_BUCKET = 8,
  SLOTS_OF_BUCKET = 16,
  SLOTS_OF_WIDE = sizeof(void *) == 8 ? 64 : 0 /* address space is short in 32 bits */
};

static uint64_t *reserveBuckets(uint32_t terms, uint32_t slots) {
  return slots ? recorderReserve(sizeof(uint64_t) * slots * ((uint64_t)terms / TERMS_OF_BUCKET + 1))
               : NULL;
}

NearIndex nearIndexOf(uint32_t terms) {
  return (NearIndex){reserveBuckets(terms, SLOTS_OF_BUCKET), reserveBuckets(terms, SLOTS_OF_WIDE),
                     indexOf(1 << 12)};
}

static uint64_t *slotIn(uint64_t *bucket, uint32_t slots, uint64_t hash, IsSame same,
                        const void *key) {
  const uint32_t tag = (uint32_t)hash;
  for (uint32_t i = 0; i < slots; i++) {
    uint64_t *slot = &bucket[(tag + i) % slots];
    if (*slot == 0 || (*slot >> 32 == tag && same((uint32_t)*slot, key)))
      return slot;
  }
  return NULL;
}

uint32_t nearFind(const NearIndex *index, uint32_t term, uint64_t hash, IsSame same,
                  const void *key, uint64_t **slot) {
  const uint64_t bucket = term / TERMS_OF_BUCKET;
  *slot = NULL;
  if (term)
    *slot = slotIn(&index->buckets[bucket * SLOTS_OF_BUCKET], SLOTS_OF_BUCKET, hash, same, key);
  if (term && !*slot && SLOTS_OF_WIDE > 0)
    *slot = slotIn(&index->wide[bucket * SLOTS_OF_WIDE], SLOTS_OF_WIDE, hash, same, key);
  return *slot ? (uint32_t)**slot : indexFind(&index->others, hash, same, key);
}

void nearAdd(NearIndex *index, uint64_t *slot, uint64_t hash, uint32_t record) {
  if (slot)
    *slot = hash << 32 | record;
  else
    indexAdd(&index->others, hash, record);
}

uint64_t *nearSlots(const NearIndex *index, uint32_t term, uint32_t count, uint64_t *bytes) {
  *bytes = sizeof(uint64_t) * SLOTS_OF_BUCKET * (count / TERMS_OF_BUCKET);
  return &index->buckets[(uint64_t)(term / TERMS_OF_BUCKET) * SLOTS_OF_BUCKET];
}
