/* libFuzzer's side of bench/executions for examples/version.c. */
#include "../../examples/version.c"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  struct version *version = calloc(1, sizeof *version);
  memcpy(text, data, size);
  text[size] = '\0';
  version_parse(text, version);
  free(version);
  free(text);
  return 0;
}
