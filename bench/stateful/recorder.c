// A flight recorder: an opaque ring of samples that must be full before it overwrites, and whose
// alarms hang on how often it did.
#include <stdlib.h>

struct recorder;

struct recorder *recorder_new(unsigned capacity);
void recorder_free(struct recorder *r);
int recorder_add(struct recorder *r, int sample);
int recorder_take(struct recorder *r, int *sample);
int recorder_alarm(const struct recorder *r);
int recorder_summary(const struct recorder *r);

struct recorder {
  unsigned capacity, head, count;
  unsigned overwritten, taken, peak;
  int last, rising;
  int samples[];
};

struct recorder *recorder_new(unsigned capacity) {
  if (capacity < 3 || capacity > 64)
    return NULL;
  struct recorder *r = calloc(1, sizeof *r + capacity * sizeof(int));
  if (r)
    r->capacity = capacity;
  return r;
}

void recorder_free(struct recorder *r) { free(r); }

int recorder_add(struct recorder *r, int sample) {
  if (sample > r->last)
    r->rising++;
  else
    r->rising = 0;
  r->last = sample;
  if (r->count == r->capacity) {
    r->head = (r->head + 1) % r->capacity;
    r->count--;
    r->overwritten++;
  }
  r->samples[(r->head + r->count) % r->capacity] = sample;
  r->count++;
  if (r->count > r->peak)
    r->peak = r->count;
  return (int)r->count;
}

int recorder_take(struct recorder *r, int *sample) {
  if (r->count == 0)
    return -1;
  if (sample)
    *sample = r->samples[r->head];
  r->head = (r->head + 1) % r->capacity;
  r->count--;
  r->taken++;
  return 0;
}

int recorder_alarm(const struct recorder *r) {
  if (r->rising >= 7)
    return 3;
  if (r->overwritten >= 5)
    return r->taken >= 2 ? 2 : 1;
  return 0;
}

int recorder_summary(const struct recorder *r) {
  if (r->peak == 6 && r->count == 1 && r->overwritten == 0)
    return 'd'; // drained
  if (r->count == r->capacity && r->head == 2)
    return 'w'; // wrapped
  return r->count ? 'n' : 'e';
}
