#include "library/characters.h"
#include "library/library.h"
#include "library/number.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

int OURS(abs)(int n) { return n < 0 ? -n : n; }
long OURS(labs)(long n) { return n < 0 ? -n : n; }
long long OURS(llabs)(long long n) { return n < 0 ? -n : n; }

/* As the machine does, and the analysis form says aloud: abi/target.h. */
void __pincer_divide_error(void);

div_t OURS(div)(int a, int b) {
  if (b == 0 || (a == INT_MIN && b == -1))
    __pincer_divide_error();
  return (div_t){a / b, a % b};
}

ldiv_t OURS(ldiv)(long a, long b) {
  if (b == 0 || (a == LONG_MIN && b == -1))
    __pincer_divide_error();
  return (ldiv_t){a / b, a % b};
}

lldiv_t OURS(lldiv)(long long a, long long b) {
  if (b == 0 || (a == LLONG_MIN && b == -1))
    __pincer_divide_error();
  return (lldiv_t){a / b, a % b};
}

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
  for (;; ++*s) {
    const int digit = digitOf(**s, base);
    if (digit < 0)
      break;
    addDigit(number, digit, base);
  }
  return number->digits;
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

#define SIGNED(name, type, acceptsBinary)                                                          \
  type OURS(name)(const char *s, char **end, int base) {                                           \
    return (type)toSigned(readNumber(s, end, base, acceptsBinary), sizeof(type));                  \
  }
#define UNSIGNED(name, type, acceptsBinary)                                                        \
  type OURS(name)(const char *s, char **end, int base) {                                           \
    return (type)toUnsigned(readNumber(s, end, base, acceptsBinary), sizeof(type));                \
  }
SIGNED(strtol, long, 0)
SIGNED(strtoll, long long, 0)
UNSIGNED(strtoul, unsigned long, 0)
UNSIGNED(strtoull, unsigned long long, 0)
SIGNED(__isoc23_strtol, long, 1)
SIGNED(__isoc23_strtoll, long long, 1)
UNSIGNED(__isoc23_strtoul, unsigned long, 1)
UNSIGNED(__isoc23_strtoull, unsigned long long, 1)

int OURS(atoi)(const char *s) { return (int)OURS(strtol)(s, NULL, 10); }
long OURS(atol)(const char *s) { return OURS(strtol)(s, NULL, 10); }
long long OURS(atoll)(const char *s) { return OURS(strtoll)(s, NULL, 10); }
