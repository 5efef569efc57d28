// A checksum with a decision per bit: 2^48 paths stand between the bytes and the condition. Over merged paths it is one query.
// RUN: --errors none --exit-zero
// EXPECT: exit 0
// EXPECT: covered 14 of 14
// EXPECT: stat 'gains: merged' at least 1
// EXPECT: stat 'merged solutions that ran as foretold' at least 1
#include <stddef.h>

static unsigned crc32(const unsigned char *bytes, size_t count) {
  unsigned crc = 0xffffffffu;
  for (size_t i = 0; i < count; ++i) {
    crc ^= bytes[i];
    for (int k = 0; k < 8; ++k) {
      if (crc & 1)
        crc = (crc >> 1) ^ 0xEDB88320u;
      else
        crc >>= 1;
    }
  }
  return ~crc;
}

int frame(const unsigned char *bytes, size_t count) {
  if (bytes == NULL || count != 6)
    return 0;
  if (bytes[0] != 0x7e)
    return 1;
  if (crc32(bytes, 6) == 0x12345678u)
    return 3;
  return 2;
}
