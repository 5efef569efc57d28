/* Loops, tables and switches between input and condition: checksums and check digits. */
#include <stddef.h>
#include <stdint.h>

/* CRC-8 with a decision for each bit; the message ends with its own checksum. */
int crc8_frame(const uint8_t frame[6]) {
  uint8_t crc = 0xff;
  for (int i = 0; i < 5; ++i) {
    crc ^= frame[i];
    for (int bit = 0; bit < 8; ++bit)
      crc = crc & 0x80 ? (uint8_t)(crc << 1) ^ 0x31 : (uint8_t)(crc << 1);
  }
  if (crc != frame[5])
    return -1;
  if (frame[0] == 'C' && frame[4] == 0x7e)
    return 1;
  return 0;
}

/* CRC-32 of four bytes must be a given word. */
int crc32_is(const uint8_t data[4]) {
  uint32_t crc = ~0u;
  for (int i = 0; i < 4; ++i) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; ++bit)
      crc = crc & 1 ? (crc >> 1) ^ 0xedb88320u : crc >> 1;
  }
  return ~crc == 0xcafef00du ? 1 : 0;
}

/* Luhn: every second digit counts twice. */
int luhn_ok(const char number[17]) {
  int sum = 0;
  for (int i = 0; i < 16; ++i) {
    if (number[i] < '0' || number[i] > '9')
      return -1;
    int digit = number[15 - i] - '0';
    if (i % 2 == 1) {
      digit *= 2;
      if (digit > 9)
        digit -= 9;
    }
    sum += digit;
  }
  if (number[16] != '\0')
    return -2;
  if (sum % 10 != 0)
    return 0;
  return sum == 120 ? 2 : 1;
}

/* ISBN-10: X is ten, and only at the end. */
int isbn_ok(const char isbn[10]) {
  int sum = 0;
  for (int i = 0; i < 10; ++i) {
    int value;
    if (isbn[i] >= '0' && isbn[i] <= '9')
      value = isbn[i] - '0';
    else if (isbn[i] == 'X' && i == 9)
      value = 10;
    else
      return -1;
    sum += (10 - i) * value;
  }
  if (sum % 11 != 0)
    return 0;
  return isbn[9] == 'X' ? 2 : 1;
}

/* Adler-like sums of a text, compared with two numbers. */
int two_sums(const uint8_t *data, size_t size) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < size; ++i) {
    a = (a + data[i]) % 251;
    b = (b + a) % 251;
  }
  if (a == 17 && b == 203)
    return 1;
  return 0;
}
