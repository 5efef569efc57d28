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
/* The record for which `same` holds; 0: none. */
uint32_t indexFind(const RecordIndex *index, uint64_t hash, IsSame same, const void *key);
/* Adds a record that was not found. */
void indexAdd(RecordIndex *index, uint64_t hash, uint32_t record);

/* The same for records that belong to a term: its operations, its events. A run is mostly at work
 * on terms that are young, or made together. So the slots of neighbours lie together, in buckets,
 * and stay in the cache; and nothing has to move when the number of terms grows. What finds its
 * bucket full goes to a wider one, and then to an ordinary index, where also that is which belongs
 * to no term (0). */
typedef struct {
  uint64_t *buckets, *wide;
  RecordIndex others;
} NearIndex;

NearIndex nearIndexOf(uint32_t capacity);
/* As indexFind. *slot is where the record is or belongs; null: among the others. */
uint32_t nearFind(const NearIndex *index, uint32_t term, uint64_t hash, IsSame same,
                  const void *key, uint64_t **slot);
void nearAdd(NearIndex *index, uint64_t *slot, uint64_t hash, uint32_t record);
/* Where the slots of the terms from this one on are, and their size in bytes. */
uint64_t *nearSlots(const NearIndex *index, uint32_t term, uint32_t count, uint64_t *bytes);

static inline uint64_t mixHash(uint64_t a, uint64_t b) {
  uint64_t hash = (a ^ (b * 0x9e3779b97f4a7c15ull)) * 0xd6e8feb86659fd93ull;
  hash ^= hash >> 32;
  hash = (hash + b) * 0xd6e8feb86659fd93ull;
  return hash ^ hash >> 29;
}

#endif
