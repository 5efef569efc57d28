// CRC-32 by a table of 256 words: four bytes with a given sum.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 8 of 8
#include <stdint.h>
static uint32_t table[256];
int crc(const uint8_t bytes[4]) {
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int k = 0; k < 8; ++k)
      c = (c >> 1) ^ (0xedb88320u & (0 - (c & 1)));
    table[i] = c;
  }
  uint32_t sum = ~0u;
  for (int i = 0; i < 4; ++i)
    sum = table[(sum ^ bytes[i]) & 255] ^ sum >> 8;
  return ~sum == 0x9be3e0a3u ? 1 : 0; /* "1234" */
}
