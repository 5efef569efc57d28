// Quotients and remainders by constants: what can be had together is found, and what can't is seen not by bits but over
// the integers.
// RUN: --strategy concolic --steps 1500
// EXPECT: covered 30 of 32
// EXPECT: stat 'solver: integers: unsat' at least 2
#include <stdint.h>

/* Which rule made it a leap year? Three is no outcome. */
int leapRule(int64_t year) {
  if (year < 1600)
    return 0;
  if (year % 100 != 0)
    return year % 400 == 0 ? 3 : year % 4 == 0 ? 1 : 0;
  return year % 400 == 0 ? 2 : 0;
}

int chinese(uint64_t x) {
  if (x % 15 == 4) {
    if (x % 10 == 3)
      return 3; // 4 and 3 differ modulo 5
    if (x % 7 == 6 && x % 11 == 10)
      return 2;
  }
  return x % 1000003 == 999 && x / 1000003 % 97 == 5 ? 1 : 0;
}

/* 12:21:12 */
int clockPalindrome(uint32_t seconds) {
  if (seconds >= 86400)
    return -1;
  const uint32_t hours = seconds / 3600, minutes = seconds % 3600 / 60, rest = seconds % 60;
  if (hours / 10 != rest % 10 || hours % 10 != rest / 10)
    return 0;
  return minutes / 10 == minutes % 10 && hours > 12 ? 2 : 1;
}
