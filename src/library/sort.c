#include "library/decide.h"
#include "library/library.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int (*Compare)(const void *, const void *);
typedef int (*CompareWith)(const void *, const void *, void *);

/* The merge sort of glibc: the same calls of the comparison, in the same order, on the same
 * addresses, and so the same order of equal elements. */
typedef struct {
  size_t size;
  int isIndirect; /* what is sorted are pointers to the elements */
  CompareWith compare;
  void *extra;
  char *merged;
} Sorting;

enum { LARGEST_MOVED = 32, LARGEST_ON_STACK = 1024 };

HELPER int isInOrder(const Sorting *sorting, const char *a, const char *b) {
  if (sorting->isIndirect)
    return sorting->compare(*(void *const *)a, *(void *const *)b, sorting->extra) <= 0;
  return sorting->compare(a, b, sorting->extra) <= 0;
}

static void sortPart(const Sorting *sorting, char *elements, size_t count) {
  if (count <= 1)
    return;
  const size_t size = sorting->size;
  size_t firstLeft = count / 2, secondLeft = count - firstLeft;
  char *first = elements, *second = elements + firstLeft * size;
  sortPart(sorting, first, firstLeft);
  sortPart(sorting, second, secondLeft);
  char *merged = sorting->merged;
  while (firstLeft > 0 && secondLeft > 0) {
    if (isInOrder(sorting, first, second)) {
      memcpy(merged, first, size);
      first += size;
      --firstLeft;
    } else {
      memcpy(merged, second, size);
      second += size;
      --secondLeft;
    }
    merged += size;
  }
  if (firstLeft > 0)
    memcpy(merged, first, firstLeft * size);
  memcpy(elements, sorting->merged, (count - secondLeft) * size);
}

/* Large elements: their addresses are sorted, then each is moved once, cycle by cycle. */
static void sortAddresses(Sorting *sorting, char *elements, size_t count, size_t size) {
  char *merged = sorting->merged;
  char **sorted = (char **)(merged + count * sizeof(void *));
  char *spare = (char *)(sorted + count);
  for (size_t i = 0; i < count; ++i)
    sorted[i] = elements + i * size;
  sorting->size = sizeof(void *);
  sorting->isIndirect = 1;
  sortPart(sorting, (char *)sorted, count);
  for (size_t i = 0; i < count; ++i) {
    char *const start = elements + i * size;
    char *from = sorted[i];
    if (from == start)
      continue;
    memcpy(spare, start, size);
    size_t j = i;
    char *to = start;
    do {
      const size_t k = (size_t)(from - elements) / size;
      sorted[j] = to;
      memcpy(to, from, size);
      j = k;
      to = from;
      from = sorted[k];
    } while (from != start);
    sorted[j] = to;
    memcpy(to, spare, size);
  }
}

static void sort(void *elements, size_t symbolicCount, size_t size, CompareWith compare,
                 void *extra) {
  if (size > SIZE_MAX / 4 || (size && symbolicCount > SIZE_MAX / 4 / (size + 2 * sizeof(void *)))) {
    qsort_r(elements, symbolicCount, size, compare, extra);
    return;
  }
  const size_t count = decided(symbolicCount);
  const int isLarge = size > LARGEST_MOVED;
  const size_t room = isLarge ? 2 * count * sizeof(void *) + size : count * size;
  const int error = errno;
  char onStack[LARGEST_ON_STACK];
  char *merged = room < LARGEST_ON_STACK ? onStack : malloc(room);
  errno = error;
  if (merged == NULL) {
    qsort_r(elements, count, size, compare, extra);
    return;
  }
  Sorting sorting = {size, 0, compare, extra, merged};
  if (isLarge)
    sortAddresses(&sorting, elements, count, size);
  else
    sortPart(&sorting, elements, count);
  if (merged != onStack)
    free(merged);
}

void OURS(qsort_r)(void *elements, size_t count, size_t size, CompareWith compare, void *extra) {
  sort(elements, count, size, compare, extra);
}

/* A third argument does no harm to a function of two. */
void OURS(qsort)(void *elements, size_t count, size_t size, Compare compare) {
  sort(elements, count, size, (CompareWith)(void (*)(void))compare, NULL);
}

void *OURS(bsearch)(const void *key, const void *elements, size_t count, size_t size,
                    Compare compare) {
  size_t low = 0, high = decided(count);
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const char *element = (const char *)elements + middle * size;
    const int order = compare(key, element);
    if (order == 0)
      return (void *)element;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

void *OURS(lfind)(const void *key, const void *elements, size_t *count, size_t size,
                  Compare compare) {
  const char *element = elements;
  for (size_t i = 0; i < *count; ++i, element += size)
    if (compare(key, element) == 0)
      return (void *)element;
  return NULL;
}

void *OURS(lsearch)(const void *key, void *elements, size_t *count, size_t size, Compare compare) {
  void *found = OURS(lfind)(key, elements, count, size, compare);
  if (found == NULL) {
    found = memcpy((char *)elements + *count * size, key, size);
    ++*count;
  }
  return found;
}
