/* Integers out of texts, digit by digit. */
#ifndef PINCER_LIBRARY_NUMBER_H
#define PINCER_LIBRARY_NUMBER_H

#include "library/library.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>

/* What the text of a number says, before it is put into a type. */
typedef struct {
  uint64_t magnitude;
  int isNegative;
  int isTooLarge; /* for 64 bits */
  size_t digits;
} Number;

/* 36^12 is less than 2^63, 36^5 less than 2^31: up to so many digits, no base leads out of the
 * type. Counting digits instead of comparing sums keeps the conditions of ordinary numbers simple.
 */
enum { HARMLESS_DIGITS = 12, HARMLESS_DIGITS_OF_INT = 5 };

HELPER void addDigit(Number *number, int digit, int base) {
  if (++number->digits > HARMLESS_DIGITS && !number->isTooLarge)
    number->isTooLarge = number->magnitude > (UINT64_MAX - (uint64_t)digit) / (uint64_t)base;
  number->magnitude = number->magnitude * (uint64_t)base + (uint64_t)digit;
}

HELPER int mayExceed(Number number, size_t size) {
  return number.digits > (size_t)(size == sizeof(int) ? HARMLESS_DIGITS_OF_INT : HARMLESS_DIGITS);
}

/* For an unsigned type of this size. */
HELPER uint64_t toUnsigned(Number number, size_t size) {
  const uint64_t most = size == sizeof(int) ? UINT_MAX : UINT64_MAX;
  if (mayExceed(number, size) && (number.isTooLarge || number.magnitude > most)) {
    errno = ERANGE;
    return most;
  }
  return number.isNegative ? -number.magnitude : number.magnitude;
}

/* For a signed type of this size. */
HELPER int64_t toSigned(Number number, size_t size) {
  const uint64_t most = size == sizeof(int) ? INT_MAX : INT64_MAX;
  const uint64_t limit = number.isNegative ? most + 1 : most;
  if (mayExceed(number, size) && (number.isTooLarge || number.magnitude > limit)) {
    errno = ERANGE;
    return (int64_t)(number.isNegative ? -limit : limit);
  }
  return (int64_t)(number.isNegative ? -number.magnitude : number.magnitude);
}

#endif
