#include "library/characters.h"
#include "library/library.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

/* Numbers with a fraction. The text is taken apart here, so that every decision about it is
 * recorded. The value is computed here only where one rounded operation gives the very number that
 * glibc gives: few digits and a small power of ten; then it is a term as well. All others come from
 * glibc and are concrete. */

typedef struct {
  const char *end; /* behind the number; where the text begins if it is none */
  uint64_t digits; /* read as one number, without the point */
  int significant; /* how many of them, from the first that is not zero */
  long exponent;   /* of the base (10, or 2 if hexadecimal) that belongs to `digits` */
  int isNegative, isHexadecimal, isSpecial; /* special: infinity, not a number */
} Text;

HELPER char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c; }

HELPER int digitOf(char c, int inHexadecimal) {
  if (!inHexadecimal)
    return c >= '0' && c <= '9' ? c - '0' : -1;
  if (!isHexadecimal(c))
    return -1;
  return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

/* Behind the word if the text begins with it, in whatever letters; else null. */
HELPER const char *behindWord(const char *at, const char *word) {
  for (; *word; ++at, ++word)
    if (lower(*at) != *word)
      return NULL;
  return at;
}

HELPER int isNameCharacter(char c) {
  return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || c == '_';
}

static const char *behindSpecial(const char *at) {
  const char *end = behindWord(at, "nan");
  if (end != NULL) {
    if (*end != '(')
      return end;
    const char *inner = end + 1;
    while (isNameCharacter(*inner))
      ++inner;
    return *inner == ')' ? inner + 1 : end;
  }
  end = behindWord(at, "inf");
  if (end == NULL)
    return NULL;
  const char *longer = behindWord(end, "inity");
  return longer != NULL ? longer : end;
}

enum { MOST_DIGITS = 18, MOST_EXPONENT = 20000 };

/* Digits with at most one point among them; how many there are. */
static size_t readDigits(const char **at, Text *text) {
  const int bits = text->isHexadecimal ? 4 : 1;
  size_t count = 0;
  int isFraction = 0;
  for (;; ++*at) {
    if (**at == '.' && !isFraction) {
      isFraction = 1;
      continue;
    }
    const int digit = digitOf(**at, text->isHexadecimal);
    if (digit < 0)
      break;
    ++count;
    if (isFraction)
      text->exponent -= bits;
    if (digit == 0 && text->significant == 0)
      continue;
    if (++text->significant <= MOST_DIGITS)
      text->digits = text->digits * (text->isHexadecimal ? 16 : 10) + (uint64_t)digit;
  }
  return count;
}

static void readExponent(const char **at, Text *text) {
  if (lower(**at) != (text->isHexadecimal ? 'p' : 'e'))
    return;
  const char *digits = *at + 1;
  const int isNegative = *digits == '-';
  if (isNegative || *digits == '+')
    ++digits;
  if (digitOf(*digits, 0) < 0)
    return;
  long exponent = 0;
  for (int digit; (digit = digitOf(*digits, 0)) >= 0; ++digits)
    if (exponent < MOST_EXPONENT)
      exponent = exponent * 10 + digit;
  text->exponent += isNegative ? -exponent : exponent;
  *at = digits;
}

static Text takeApart(const char *s) {
  Text text = {s, 0, 0, 0, 0, 0, 0};
  const char *at = s;
  while (isSpace(*at))
    ++at;
  if (*at == '-' || *at == '+')
    text.isNegative = *at++ == '-';
  if (lower(*at) == 'n' || lower(*at) == 'i') {
    const char *end = behindSpecial(at);
    if (end != NULL) {
      text.isSpecial = 1;
      text.end = end;
    }
    return text;
  }
  if (*at == '0' && lower(at[1]) == 'x' &&
      (digitOf(at[2], 1) >= 0 || (at[2] == '.' && digitOf(at[3], 1) >= 0))) {
    text.isHexadecimal = 1;
    at += 2;
  }
  if (readDigits(&at, &text) == 0)
    return text;
  readExponent(&at, &text);
  text.end = at;
  return text;
}

/* Beyond these, more than one rounding would be needed. 10^27 is the last power of ten that is a
 * long double, 10^22 the last that is a double, 10^10 that is a float; below 2^1000 nothing
 * overflows or loses bits. */
typedef struct {
  int digits, hexadecimalDigits, tens, twos;
} Limits;
static const Limits longLimits = {MOST_DIGITS, 15, 27, 900}, doubleLimits = {15, 13, 22, 900},
                    floatLimits = {7, 6, 10, 90};

HELPER int isExact(const Text *text, const Limits *limits) {
  if (text->isSpecial)
    return 0;
  if (text->significant == 0)
    return 1;
  const int digits = text->isHexadecimal ? limits->hexadecimalDigits : limits->digits;
  const int power = text->isHexadecimal ? limits->twos : limits->tens;
  return text->significant <= digits && text->exponent <= power && text->exponent >= -power;
}

HELPER long double longOf(const Text *text) {
  const long double base = text->isHexadecimal ? 2 : 10;
  const long size = text->exponent < 0 ? -text->exponent : text->exponent;
  long double power = 1;
  for (long i = 0; text->significant && i < size; ++i)
    power *= base;
  const long double digits = (long double)(int64_t)text->digits;
  const long double value = text->exponent < 0 ? digits / power : digits * power;
  return text->isNegative ? -value : value;
}

HELPER double doubleOf(const Text *text) {
  const double base = text->isHexadecimal ? 2 : 10;
  const long size = text->exponent < 0 ? -text->exponent : text->exponent;
  double power = 1;
  for (long i = 0; text->significant && i < size; ++i)
    power *= base;
  const double digits = (double)(int64_t)text->digits;
  const double value = text->exponent < 0 ? digits / power : digits * power;
  return text->isNegative ? -value : value;
}

HELPER float floatOf(const Text *text) {
  const float base = text->isHexadecimal ? 2 : 10;
  const long size = text->exponent < 0 ? -text->exponent : text->exponent;
  float power = 1;
  for (long i = 0; text->significant && i < size; ++i)
    power *= base;
  const float digits = (float)(int32_t)text->digits;
  const float value = text->exponent < 0 ? digits / power : digits * power;
  return text->isNegative ? -value : value;
}

double OURS(strtod)(const char *s, char **end) {
  const Text text = takeApart(s);
  if (!isExact(&text, &doubleLimits))
    return strtod(s, end);
  if (end != NULL)
    *end = (char *)text.end;
  return text.end == s ? 0 : doubleOf(&text);
}

float OURS(strtof)(const char *s, char **end) {
  const Text text = takeApart(s);
  if (!isExact(&text, &floatLimits))
    return strtof(s, end);
  if (end != NULL)
    *end = (char *)text.end;
  return text.end == s ? 0 : floatOf(&text);
}

long double OURS(strtold)(const char *s, char **end) {
  const Text text = takeApart(s);
  if (!isExact(&text, &longLimits))
    return strtold(s, end);
  if (end != NULL)
    *end = (char *)text.end;
  return text.end == s ? 0 : longOf(&text);
}

double OURS(atof)(const char *s) { return OURS(strtod)(s, NULL); }
