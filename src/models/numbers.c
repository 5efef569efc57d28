#include "models/models.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int MODEL(abs)(int n) { return n < 0 ? -n : n; }
long MODEL(labs)(long n) { return n < 0 ? -n : n; }
long long MODEL(llabs)(long long n) { return n < 0 ? -n : n; }

/* As the machine does, and the analysis form says aloud: abi/target.h. */
void __pincer_divide_error(void);

div_t MODEL(div)(int a, int b) {
  if (b == 0 || (a == INT_MIN && b == -1))
    __pincer_divide_error();
  return (div_t){a / b, a % b};
}

ldiv_t MODEL(ldiv)(long a, long b) {
  if (b == 0 || (a == LONG_MIN && b == -1))
    __pincer_divide_error();
  return (ldiv_t){a / b, a % b};
}

/* What the text of a number says, before it is put into a type. */
typedef struct {
  unsigned long magnitude;
  int isNegative;
  int isTooLarge;    /* for unsigned long */
  int mayExceedLong; /* so many digits that it has to be looked at */
} Number;

/* 36^12 is less than LONG_MAX: up to so many digits, no base leads out of any type. Counting digits
 * instead of comparing sums keeps the conditions of ordinary numbers simple. */
enum { HARMLESS_DIGITS = 12 };

HELPER int isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* -1: no digit of this base. Only comparisons that can matter in it are made. */
HELPER int digitOf(char c, int base) {
  const int last = base < 10 ? '0' + base - 1 : '9';
  if (c >= '0' && c <= last)
    return c - '0';
  if (base > 10) {
    if (c >= 'a' && c < 'a' + base - 10)
      return c - 'a' + 10;
    if (c >= 'A' && c < 'A' + base - 10)
      return c - 'A' + 10;
  }
  return -1;
}

HELPER int isX(char c) { return c == 'x' || c == 'X'; }

HELPER int isB(char c) { return c == 'b' || c == 'B'; }

/* Reads digits from *s on and leaves *s behind them; how many there were. */
HELPER size_t readDigits(const char **s, int base, Number *number) {
  size_t count = 0;
  for (;; ++*s) {
    const int digit = digitOf(**s, base);
    if (digit < 0)
      break;
    if (++count > HARMLESS_DIGITS && !number->isTooLarge)
      number->isTooLarge =
          number->magnitude > (ULONG_MAX - (unsigned long)digit) / (unsigned long)base;
    number->magnitude = number->magnitude * (unsigned long)base + (unsigned long)digit;
  }
  number->mayExceedLong = count > HARMLESS_DIGITS;
  return count;
}

/* Since C23 (`acceptsBinary`), 0b is a prefix too. */
HELPER Number readNumber(const char *s, char **end, int base, int acceptsBinary) {
  Number number = {0, 0, 0, 0};
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL; /* glibc leaves *end alone */
    return number;
  }
  const char *at = s;
  while (isSpace(*at))
    ++at;
  if (*at == '-' || *at == '+')
    number.isNegative = *at++ == '-';
  const char *zero = NULL; /* the 0 of 0x or 0b */
  if ((base == 0 || base == 16) && *at == '0' && isX(at[1])) {
    zero = at;
    at += 2;
    base = 16;
  } else if (acceptsBinary && (base == 0 || base == 2) && *at == '0' && isB(at[1])) {
    zero = at;
    at += 2;
    base = 2;
  } else if (base == 0)
    base = *at == '0' ? 8 : 10;
  if (readDigits(&at, base, &number) == 0)
    at = zero ? zero + 1 : s; /* 0x without digits is a zero, followed by an x */
  if (end != NULL)
    *end = (char *)at;
  return number;
}

HELPER unsigned long toUnsigned(Number number) {
  if (number.isTooLarge) {
    errno = ERANGE;
    return ULONG_MAX;
  }
  return number.isNegative ? -number.magnitude : number.magnitude;
}

HELPER long toSigned(Number number) {
  const unsigned long most = number.isNegative ? (unsigned long)LONG_MAX + 1 : LONG_MAX;
  if (number.mayExceedLong && (number.isTooLarge || number.magnitude > most)) {
    errno = ERANGE;
    return number.isNegative ? LONG_MIN : LONG_MAX;
  }
  return (long)(number.isNegative ? -number.magnitude : number.magnitude);
}

long MODEL(strtol)(const char *s, char **end, int base) {
  return toSigned(readNumber(s, end, base, 0));
}

/* long long has the size of long. */
_Static_assert(sizeof(long) == sizeof(long long), "64-bit Linux");

long long MODEL(strtoll)(const char *s, char **end, int base) {
  return toSigned(readNumber(s, end, base, 0));
}

unsigned long MODEL(strtoul)(const char *s, char **end, int base) {
  return toUnsigned(readNumber(s, end, base, 0));
}

unsigned long long MODEL(strtoull)(const char *s, char **end, int base) {
  return toUnsigned(readNumber(s, end, base, 0));
}

long MODEL(__isoc23_strtol)(const char *s, char **end, int base) {
  return toSigned(readNumber(s, end, base, 1));
}

unsigned long MODEL(__isoc23_strtoul)(const char *s, char **end, int base) {
  return toUnsigned(readNumber(s, end, base, 1));
}

int MODEL(atoi)(const char *s) { return (int)MODEL(strtol)(s, NULL, 10); }
long MODEL(atol)(const char *s) { return MODEL(strtol)(s, NULL, 10); }
long long MODEL(atoll)(const char *s) { return MODEL(strtol)(s, NULL, 10); }
