/* libFuzzer's side of bench/executions for examples/ring_buffer.c: a ring, then the buffer. */
#include "../../examples/ring_buffer.c"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct ring *ring = calloc(1, sizeof *ring);
  const size_t used = size < sizeof *ring ? size : sizeof *ring;
  memcpy(ring, data, used);
  unsigned char *out = malloc(size - used + 1);
  memcpy(out, data + used, size - used);
  ring_peek(ring, out, size - used);
  free(out);
  free(ring);
  return 0;
}
