/* Inside the recorder: how equal records are found again. */
#ifndef PINCER_RUNTIME_RECORDER_INDEX_H
#define PINCER_RUNTIME_RECORDER_INDEX_H

#include <stdint.h>

/* A set of record numbers, found by what the records hold. Open addressing; a slot holds the number
 * and, above it, the lower half of the hash; 0 means free. */
typedef struct {
  uint64_t *slots;
  uint32_t capacity; /* a power of two */
  uint32_t used;
} RecordIndex;

typedef int (*IsSame)(uint32_t record, const void *key);

RecordIndex indexOf(uint32_t capacity);
/* The record for which `same` holds; 0: none. Searches stand here in full, so that the comparison
 * becomes a part of them. */
static inline uint32_t indexFind(const RecordIndex *index, uint64_t hash, IsSame same,
                                 const void *key) {
  const uint32_t mask = index->capacity - 1, tag = (uint32_t)hash;
  for (uint32_t at = tag;; at++) {
    const uint64_t slot = index->slots[at & mask];
    if (slot == 0)
      return 0;
    if (slot >> 32 == tag && same((uint32_t)slot, key))
      return (uint32_t)slot;
  }
}
/* Adds a record that was not found. */
void indexAdd(RecordIndex *index, uint64_t hash, uint32_t record);

/* The same for records that belong to a term: its operations, its events. Most terms have few, and
 * a run is mostly at work on terms that are young. So a term's records are a chain, the youngest
 * first: nothing is hashed, nothing has to move when the number of terms grows, and what is looked
 * at is in the cache. What finds its chain full goes to an ordinary index, where also that is which
 * belongs to no term (0). Chains lie in memory that is kept for all runs. */
typedef struct {
  uint32_t *first; /* by term: a record, and above it how long the chain is */
  uint32_t *next;  /* by record */
  RecordIndex others;
} NearIndex;

enum { MOST_IN_CHAIN = 16, RECORD_BITS = 24 };

/* How records of a kind are told apart. What a record holds is a key, too. */
typedef struct {
  IsSame isSame;
  uint64_t (*hashOf)(const void *key);
  const void *(*keyOf)(uint32_t record);
} RecordKind;

NearIndex nearIndexOf(uint32_t terms, uint32_t records);
/* Begins a run. */
void nearBegin(NearIndex *index);
/* The term is new: there are no records that belong to it. */
static inline void nearForget(NearIndex *index, uint32_t term) { index->first[term] = 0; }

static inline uint32_t chainLength(const NearIndex *index, uint32_t term) {
  return term == 0 ? MOST_IN_CHAIN : index->first[term] >> RECORD_BITS;
}
static inline uint32_t chainBegin(const NearIndex *index, uint32_t term) {
  return index->first[term] & ((1u << RECORD_BITS) - 1);
}

/* As indexFind. */
static inline uint32_t nearFind(const NearIndex *index, const RecordKind *kind, uint32_t term,
                                const void *key) {
  const uint32_t length = chainLength(index, term);
  uint32_t record = chainBegin(index, term);
  for (uint32_t i = 0; record != 0 && i < length; i++) {
    if (kind->isSame(record, key))
      return record;
    record = index->next[record];
  }
  return length == MOST_IN_CHAIN ? indexFind(&index->others, kind->hashOf(key), kind->isSame, key)
                                 : 0;
}

/* Adds a record that was not found. */
static inline void nearAdd(NearIndex *index, const RecordKind *kind, uint32_t term,
                           uint32_t record) {
  const uint32_t length = chainLength(index, term), first = chainBegin(index, term);
  if (length == MOST_IN_CHAIN) {
    indexAdd(&index->others, kind->hashOf(kind->keyOf(record)), record);
    return;
  }
  index->next[record] = first;
  index->first[term] = (length + 1) << RECORD_BITS | record;
}

static inline uint64_t mixHash(uint64_t a, uint64_t b) {
  uint64_t hash = (a ^ (b * 0x9e3779b97f4a7c15ull)) * 0xd6e8feb86659fd93ull;
  hash ^= hash >> 32;
  hash = (hash + b) * 0xd6e8feb86659fd93ull;
  return hash ^ hash >> 29;
}

#endif
