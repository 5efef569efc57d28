/* Which shadow encoding? CRC32 (its state in memory, as in a context struct) and a sort, with their
 * shadow propagation written by hand as the lowering would insert it. Built once per variant:
 *
 *   ZERO_STORE  0 native, 1 a store of a concrete value writes zero tags, 2 it tests them first
 *   ENCODING    0 a tag per byte: (id << 3) | k; 1 an id per byte: a store makes Extract terms
 *
 * Arguments: how many of the first elements are symbolic, rounds. Prints nanoseconds per element
 * and the number of records. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

typedef struct {
  uint32_t operation, a, b;
} Record;
enum { CAPACITY = 1 << 23, INDEX = 1 << 24, EXTRACT = 100, CONCAT = 200 };
static Record *records;
static uint32_t *indexTable;
static uint32_t used = 1;

static __attribute__((noinline)) uint32_t make(uint32_t operation, uint32_t a, uint32_t b) {
  uint32_t at = (operation * 0x9e3779b1u ^ a * 0x85ebca6bu ^ b * 0xc2b2ae35u) * 0x27d4eb2fu;
  for (at >>= 8;; at++) {
    const uint32_t id = indexTable[at % INDEX];
    if (!id)
      break;
    if (records[id].operation == operation && records[id].a == a && records[id].b == b)
      return id;
  }
  if (used == CAPACITY)
    return 0;
  records[used] = (Record){operation, a, b};
  return indexTable[at % INDEX] = used++;
}

static inline uint32_t *tagsOf(const void *p) {
  return (uint32_t *)(0x100000000000ull + (((uintptr_t)p & 0x0fffffffffffull) << 2));
}

#define COLD __attribute__((noinline, cold))

static COLD uint32_t loadTerm(const uint32_t *tags, int bytes) {
#if ENCODING == 0
  int whole = (tags[0] & 7) == 0;
  for (int i = 1; i < bytes; i++)
    whole &= tags[i] == tags[0] + i;
  if (whole)
    return tags[0] >> 3;
  uint32_t id = tags[0] ? make(EXTRACT + (tags[0] & 7), tags[0] >> 3, 0) : 0;
  for (int i = 1; i < bytes; i++)
    id = make(CONCAT, tags[i] ? make(EXTRACT + (tags[i] & 7), tags[i] >> 3, 0) : 0, id);
  return id;
#else
  if (bytes == 1)
    return tags[0];
  const uint32_t from = records[tags[0]].operation == EXTRACT ? records[tags[0]].a : 0;
  int whole = from != 0;
  for (int i = 1; i < bytes; i++)
    whole &= records[tags[i]].operation == EXTRACT + i && records[tags[i]].a == from;
  if (whole)
    return from;
  uint32_t id = tags[0];
  for (int i = 1; i < bytes; i++)
    id = make(CONCAT, tags[i], id);
  return id;
#endif
}

static COLD void storeTerm(uint32_t *tags, int bytes, uint32_t id) {
#if ENCODING == 0
  for (int i = 0; i < bytes; i++)
    tags[i] = id << 3 | i;
#else
  if (bytes == 1)
    tags[0] = id;
  else
    for (int i = 0; i < bytes; i++)
      tags[i] = make(EXTRACT + i, id, 0);
#endif
}

static inline uint32_t load4(const void *p) {
#if ZERO_STORE
  uint64_t tags[2];
  memcpy(tags, tagsOf(p), 16);
  if (__builtin_expect((tags[0] | tags[1]) != 0, 0))
    return loadTerm(tagsOf(p), 4);
#endif
  return 0;
}
static inline uint32_t load1(const void *p) {
#if ZERO_STORE
  const uint32_t tag = *tagsOf(p);
  if (__builtin_expect(tag != 0, 0))
    return loadTerm(tagsOf(p), 1);
#endif
  return 0;
}
static inline void store4(void *p, uint32_t id) {
#if ZERO_STORE
  if (__builtin_expect(id != 0, 0)) {
    storeTerm(tagsOf(p), 4, id);
    return;
  }
#if ZERO_STORE == 2
  uint64_t tags[2];
  memcpy(tags, tagsOf(p), 16);
  if (__builtin_expect((tags[0] | tags[1]) == 0, 1))
    return;
#endif
  memset(tagsOf(p), 0, 16);
#endif
}
static inline uint32_t binary(uint32_t operation, uint32_t a, uint32_t b) {
#if ZERO_STORE
  if (__builtin_expect((a | b) != 0, 0))
    return make(operation, a, b);
#endif
  return 0;
}

enum { ELEMENTS = 2048 };
static uint32_t table[256], state;
static uint8_t text[ELEMENTS];
static uint32_t numbers[ELEMENTS];
static volatile uint32_t sink;

static __attribute__((noinline)) void crc(void) {
  for (int i = 0; i < ELEMENTS; i++) {
    const uint32_t before = load4(&state), byte = load1(&text[i]);
    const uint32_t index = binary(2, binary(1, before, byte), 0);
    const uint32_t after = binary(1, binary(3, before, 0), 0);
    sink = index; /* the address event */
    state = table[(state ^ text[i]) & 255] ^ (state >> 8);
    store4(&state, after);
    __asm__ volatile("" ::: "memory");
  }
}

static __attribute__((noinline)) void sort(void) {
  for (int gap = ELEMENTS / 2; gap > 0; gap /= 2)
    for (int i = gap; i < ELEMENTS; i++) {
      const uint32_t value = numbers[i], term = load4(&numbers[i]);
      int j = i;
      for (; j >= gap; j -= gap) {
        const uint32_t other = numbers[j - gap], otherTerm = load4(&numbers[j - gap]);
        const uint32_t condition = binary(4, term, otherTerm);
        if (__builtin_expect((otherTerm | term) != 0, 0))
          sink = condition;
        if (other <= value)
          break;
        numbers[j] = other;
        store4(&numbers[j], otherTerm);
      }
      numbers[j] = value;
      store4(&numbers[j], term);
    }
}

static double measure(void (*work)(void), int symbolic, int rounds) {
  struct timespec begin, end;
  double total = 0;
  for (int round = 0; round < rounds; round++) {
    uint32_t seed = 1;
    for (int i = 0; i < ELEMENTS; i++) {
      numbers[i] = (seed = seed * 1664525 + 1013904223) >> 8;
      text[i] = (uint8_t)(seed >> 16);
      store4(&numbers[i], i < symbolic ? make(1000, (uint32_t)i, 0) : 0);
      if (ZERO_STORE)
        *tagsOf(&text[i]) = 0;
      if (i < symbolic)
        storeTerm(tagsOf(&text[i]), 1, make(1001, (uint32_t)i, 0));
    }
    store4(&state, 0);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    work();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    total += (double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec);
  }
  return total / rounds / ELEMENTS;
}

static void *map(void *at, size_t size) {
  void *memory = mmap(at, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0),
                      -1, 0);
  if (memory == MAP_FAILED) {
    perror("mmap");
    exit(1);
  }
  return memory;
}

int main(int count, char **arguments) {
  const int symbolic = count > 1 ? atoi(arguments[1]) : 0;
  const int rounds = count > 2 ? atoi(arguments[2]) : 200;
  map((void *)0x100000000000ull, 1ull << 46);
  records = map(0, sizeof(Record) * CAPACITY);
  indexTable = map(0, sizeof(uint32_t) * INDEX);
  for (uint32_t i = 0; i < 256; i++) {
    table[i] = i;
    for (int k = 0; k < 8; k++)
      table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
  }
  const double crcTime = measure(crc, symbolic, rounds);
  const uint32_t crcRecords = used;
  const double sortTime = measure(sort, symbolic, rounds);
  printf("%.3f %u %.3f %u\n", crcTime, crcRecords, sortTime, used - crcRecords);
  return 0;
}
