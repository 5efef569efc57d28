/* How near runs come to branches that they do not take. The plain lowering measures how far what a
 * condition compares is from its other outcome, and calls us where that is less than in all runs
 * before. What a run that crashes came near to is forgotten: nobody goes on from it. */
#include "driver/driver.h"

#include <sys/mman.h>

/* The shared area is mapped here, so that lowered code needs no pointer to it. */
uint64_t pincer_least_distances[PINCER_COVERAGE_CAPACITY] __attribute__((aligned(PINCER_PAGE)));

static PincerNearest *nearest;

PincerNearest *mapNearness(void) {
  void *least = mmap(pincer_least_distances, sizeof pincer_least_distances, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_FIXED, PINCER_CHANNEL_FD, PINCER_NEAREST_AT);
  nearest = mapArea(PINCER_NEAREST_AT, PINCER_NEAREST_SIZE, PROT_READ | PROT_WRITE);
  if (least != pincer_least_distances)
    fail("can't map the distances");
  return nearest;
}

void clearNearness(void) { nearest->count = 0; }

void pincer_came_nearer(uint32_t slot, uint64_t distance) {
  for (uint64_t i = 0; i < nearest->count && i < PINCER_MOST_NEARER; ++i)
    if (nearest->nearer[i].slot == slot) {
      if (distance < nearest->nearer[i].distance)
        nearest->nearer[i].distance = distance;
      return;
    }
  if (nearest->count < PINCER_MOST_NEARER)
    nearest->nearer[nearest->count++] = (PincerDistance){slot, distance};
}

/* The subject may have written anything into the list. */
uint32_t cameNearer(const uint8_t *seen) {
  uint32_t kept = 0;
  for (uint64_t i = 0; i < nearest->count && i < PINCER_MOST_NEARER; ++i) {
    const PincerDistance each = nearest->nearer[i];
    if (each.slot < pincer_coverage_size && !seen[each.slot] && !pincer_coverage[each.slot] &&
        each.distance < nearest->least[each.slot])
      nearest->nearer[kept++] = each;
  }
  nearest->count = kept;
  return kept;
}

void reportNearness(PincerDistance *to, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    to[i] = nearest->nearer[i];
    if (to[i].slot < pincer_coverage_size)
      nearest->least[to[i].slot] = to[i].distance;
  }
}
