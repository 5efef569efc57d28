/* Loops, tables and switches between input and condition: decoding. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static int value_of(char c) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int i = 0; i < 64; ++i)
    if (alphabet[i] == c)
      return i;
  return -1;
}

/* base64 of eight characters must be a password. */
int base64_word(const char text[8]) {
  uint8_t bytes[6];
  for (int group = 0; group < 2; ++group) {
    uint32_t word = 0;
    for (int i = 0; i < 4; ++i) {
      int value = value_of(text[4 * group + i]);
      if (value < 0)
        return -1;
      word = word << 6 | (uint32_t)value;
    }
    bytes[3 * group] = (uint8_t)(word >> 16);
    bytes[3 * group + 1] = (uint8_t)(word >> 8);
    bytes[3 * group + 2] = (uint8_t)word;
  }
  return memcmp(bytes, "s3cr3t", 6) == 0 ? 1 : 0;
}

/* UTF-8: one character, and which. */
int utf8_is_euro(const uint8_t text[4]) {
  uint32_t code;
  int more;
  if (text[0] < 0x80) { code = text[0]; more = 0; }
  else if ((text[0] & 0xe0) == 0xc0) { code = text[0] & 0x1f; more = 1; }
  else if ((text[0] & 0xf0) == 0xe0) { code = text[0] & 0x0f; more = 2; }
  else if ((text[0] & 0xf8) == 0xf0) { code = text[0] & 0x07; more = 3; }
  else return -1;
  for (int i = 1; i <= more; ++i) {
    if ((text[i] & 0xc0) != 0x80)
      return -2;
    code = code << 6 | (text[i] & 0x3f);
  }
  if (more == 1 && code < 0x80)
    return -3;
  if (code >= 0xd800 && code <= 0xdfff)
    return -4;
  if (code > 0x10ffff)
    return -5;
  if (code == 0x20ac)
    return 1;
  return code == 0x1f600 ? 2 : 0;
}

/* Which keyword is it; a lexer by states. */
int lex_number(const char text[12]) {
  enum { START, SIGN, INT, DOT, FRAC, EXP, EXPSIGN, EXPDIGITS } state = START;
  int digits = 0;
  for (int i = 0; i < 12; ++i) {
    const char c = text[i];
    const int digit = c >= '0' && c <= '9';
    if (c == '\0')
      break;
    switch (state) {
    case START: if (c == '-' || c == '+') state = SIGN; else if (digit) state = INT; else return -1; break;
    case SIGN: if (digit) state = INT; else return -1; break;
    case INT: if (c == '.') state = DOT; else if (c == 'e') state = EXP; else if (!digit) return -1; break;
    case DOT: if (digit) state = FRAC; else return -1; break;
    case FRAC: if (c == 'e') state = EXP; else if (!digit) return -1; break;
    case EXP: if (c == '-' || c == '+') state = EXPSIGN; else if (digit) state = EXPDIGITS; else return -1; break;
    case EXPSIGN: if (digit) state = EXPDIGITS; else return -1; break;
    case EXPDIGITS: if (!digit) return -1; break;
    }
    digits += digit;
  }
  if (state == EXPDIGITS)
    return digits == 7 ? 3 : 2;
  return state == INT || state == FRAC ? 1 : 0;
}

/* Stores through symbolic addresses: how often is each letter there? */
int is_pangram_of_four(const char text[8]) {
  int counts[26] = {0};
  for (int i = 0; i < 8; ++i) {
    if (text[i] < 'a' || text[i] > 'z')
      return -1;
    counts[text[i] - 'a']++;
  }
  return counts[0] == 2 && counts[4] == 3 && counts[25] == 3 ? 1 : 0;
}

/* Stores through symbolic addresses: a permutation that sorts. */
int permutes(const uint8_t order[5]) {
  static const int values[5] = {40, 10, 30, 50, 20};
  int sorted[5] = {0};
  for (int i = 0; i < 5; ++i) {
    if (order[i] >= 5)
      return -1;
    sorted[order[i]] += values[i];
  }
  for (int i = 1; i < 5; ++i)
    if (sorted[i - 1] >= sorted[i])
      return 0;
  return 1;
}
