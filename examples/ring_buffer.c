/* A ring buffer of bytes with a fixed capacity. */
#include <stddef.h>
#include <string.h>

#define CAPACITY 16

struct ring {
  unsigned char data[CAPACITY];
  unsigned head;  /* next byte to read */
  unsigned count; /* bytes held */
};

enum ring_status { RING_OK, RING_FULL, RING_EMPTY, RING_CORRUPT };

static enum ring_status check(const struct ring *ring) {
  if (ring == NULL || ring->head >= CAPACITY || ring->count > CAPACITY)
    return RING_CORRUPT;
  return RING_OK;
}

void ring_clear(struct ring *ring) {
  if (ring != NULL)
    memset(ring, 0, sizeof *ring);
}

enum ring_status ring_push(struct ring *ring, unsigned char byte) {
  if (check(ring) != RING_OK)
    return RING_CORRUPT;
  if (ring->count == CAPACITY)
    return RING_FULL;
  ring->data[(ring->head + ring->count) % CAPACITY] = byte;
  ring->count++;
  return RING_OK;
}

enum ring_status ring_pop(struct ring *ring, unsigned char *byte) {
  if (check(ring) != RING_OK)
    return RING_CORRUPT;
  if (ring->count == 0)
    return RING_EMPTY;
  if (byte != NULL)
    *byte = ring->data[ring->head];
  ring->head = (ring->head + 1) % CAPACITY;
  ring->count--;
  return RING_OK;
}

/* Copies up to `size` bytes out without removing them; returns how many. */
size_t ring_peek(const struct ring *ring, unsigned char *out, size_t size) {
  if (check(ring) != RING_OK || out == NULL)
    return 0;
  size_t copied = 0;
  while (copied < size && copied < ring->count) {
    out[copied] = ring->data[(ring->head + copied) % CAPACITY];
    copied++;
  }
  return copied;
}
