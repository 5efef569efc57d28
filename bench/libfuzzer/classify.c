/* libFuzzer's side of bench/executions for examples/triangle.c. */
#include "../../examples/triangle.c"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int sides[3] = {0};
  memcpy(sides, data, size < sizeof sides ? size : sizeof sides);
  classify(sides[0], sides[1], sides[2]);
  return 0;
}
