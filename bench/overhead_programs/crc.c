/* CRC32 with a table made at the start, its state in a context. */
#include <stdint.h>

struct context {
  uint32_t crc;
  unsigned length;
};
static uint32_t table[256];

static void prepare(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    table[i] = c;
  }
}

void update(struct context *context, const unsigned char *bytes, int count) {
  for (int i = 0; i < count; i++) {
    context->crc = table[(context->crc ^ bytes[i]) & 255] ^ context->crc >> 8;
    context->length++;
  }
}

int subject(unsigned char *bytes, int count) {
  if (!table[1])
    prepare();
  struct context context = {~0u, 0};
  for (int at = 0; at < count; at += 256)
    update(&context, bytes + at, count - at < 256 ? count - at : 256);
  return (int)~context.crc;
}
