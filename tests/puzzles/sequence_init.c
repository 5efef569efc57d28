// A module of C whose callers have the memory: nothing is used before it is initialised.
// RUN: --steps 30000 --errors none
// EXPECT: covered 14 of 14
#include <stdlib.h>
struct meter { int *samples; int capacity, count; unsigned magic; };
int meter_init(struct meter *m, int capacity) {
  if (capacity <= 0 || capacity > 64) return -1;
  m->samples = calloc((size_t)capacity, sizeof(int));
  m->capacity = capacity;
  m->count = 0;
  m->magic = 0x4d455445;
  return 0;
}
int meter_add(struct meter *m, int sample) {
  if (m->magic != 0x4d455445) return -1;
  if (m->count == m->capacity) return 0;
  m->samples[m->count++] = sample;
  return m->count;
}
int meter_peak(const struct meter *m) {
  int peak = 0;
  if (m->magic != 0x4d455445) return -1;
  for (int i = 0; i < m->count; ++i)
    if (m->samples[i] > peak) peak = m->samples[i];
  return peak;
}
void meter_free(struct meter *m) { free(m->samples); }
