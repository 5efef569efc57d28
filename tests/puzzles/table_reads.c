// What a table says decides, and the index comes from outside: each function has a branch that is
// found only by reasoning about all entries at once.
// RUN: --strategy concolic --steps 3000
// EXPECT: exit 0
// EXPECT: covered 54 of 54
#include <stdint.h>

/* A class of characters: one of 65536 entries. */
static const uint8_t kind[65536] = {[0x1234] = 1, [0x1235] = 2, [0x1240] = 3, [0x1111] = 4};
int by_class(uint16_t c) {
  if (c < 0x1100 || c > 0x1300)
    return 0;
  return kind[c] == 3 ? 1 : 2;
}

/* A table of indices into a table. */
static const uint8_t outer[256] = {[17] = 5, [99] = 201, [140] = 3};
static const uint16_t inner[256] = {[5] = 7, [201] = 40000, [3] = 9};
int nested(uint8_t c) { return inner[outer[c]] == 40000 ? 1 : 0; }

/* A grid. */
static const short grid[20][30] = {[13][21] = 777};
int two_indices(unsigned row, unsigned column) {
  if (row >= 20 || column >= 30)
    return -1;
  return grid[row][column] == 777 ? 1 : 0;
}

/* A field of a struct, and another field of the same. */
struct country {
  char code[3];
  uint16_t prefix;
  int32_t population;
};
static const struct country countries[] = {{"DE", 49, 83000}, {"FR", 33, 68000}, {"LI", 423, 39},
                                           {"IS", 354, 380},  {"TV", 688, 11},   {"XX", 688, 999}};
int fields(unsigned i) {
  if (i >= sizeof countries / sizeof *countries)
    return -1;
  return countries[i].prefix == 688 && countries[i].population < 100 ? 1 : 0;
}

/* A word is looked up by a perfect hash. */
static const struct {
  int length;
  const char *text;
} words[16] = {[0] = {5, "while"}, [5] = {2, "do"}, [12] = {6, "switch"}, [9] = {4, "goto"}};
int keyword(const char *s, int length) {
  if (!s || length < 2)
    return -1;
  unsigned hash = (unsigned)(s[0] * 5 + s[1] + length) & 15;
  if (words[hash].length != length)
    return 0;
  for (int i = 0; i < length; ++i)
    if (s[i] != words[hash].text[i])
      return 0;
  return 1;
}

/* Base64, by the table that everybody writes. */
static const int8_t digits[128] = {
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 62,
    -1, -1, -1, 63, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, -1, -1, -1, -1, -1, -1, -1, 0,
    1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
    23, 24, 25, -1, -1, -1, -1, -1, -1, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38,
    39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, -1, -1, -1, -1, -1};
int base64(uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
  if ((a | b | c | d) & 128)
    return -1;
  int w = digits[a], x = digits[b], y = digits[c], z = digits[d];
  if (w < 0 || x < 0 || y < 0 || z < 0)
    return -2;
  return (w << 18 | x << 12 | y << 6 | z) == 0xcafe42 ? 1 : 0;
}

/* The object is the caller's. */
int in_argument(const int *numbers, int count, int i) {
  if (!numbers || count != 8 || i < 0 || i >= count)
    return -1;
  return numbers[i] == 123456 && i == 6 ? 1 : 0;
}
