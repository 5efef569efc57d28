// A record with a length before it and a checksum behind it.
// RUN: --strategy concolic --steps 2000
// EXPECT: exit 0
// EXPECT: covered 18 of 18
#include <stddef.h>
#include <stdint.h>
int parse_record(const uint8_t *data, size_t size) {
  if (size < 6) return -1;
  if (data[0] != 0xA5) return -2;
  unsigned length = data[1] | data[2] << 8;
  if (length < 4 || length + 5u > size) return -3;
  uint16_t sum = 0xffff;
  for (unsigned i = 0; i < length; ++i)
    sum = (uint16_t)((sum << 1 | sum >> 15) ^ data[3 + i]);
  uint16_t stored = (uint16_t)(data[3 + length] | data[4 + length] << 8);
  if (sum != stored) return -4;
  return data[3] == 0x11 && data[4] == 0x22 && data[5] == 0x33 ? 2 : 1;
}
