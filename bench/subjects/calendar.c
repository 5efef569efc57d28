/* Quotients and remainders by constants: the calendar, the clock, check digits. Words of bits are slow at these. */
#include <stdint.h>

static int isLeap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* Which rule made it one? The third outcome does not exist. */
int leapRule(int64_t year) {
  if (year < 1600)
    return 0;
  if (year % 100 != 0)
    return year % 400 == 0 ? 3 : isLeap(year) ? 1 : 0;
  return isLeap(year) ? 2 : 0;
}

/* Day of the week by Zeller's congruence: Friday the 13th in a leap year. */
int friday13(int year, int month) {
  if (year < 1900 || year > 2400 || month < 3 || month > 12)
    return -1;
  const int century = year / 100, rest = year % 100;
  const int day = (13 + 13 * (month + 1) / 5 + rest + rest / 4 + century / 4 + 5 * century) % 7;
  if (day != 6)
    return 0;
  return isLeap(year) ? 2 : 1;
}

/* Days since 1970 to a date (proleptic Gregorian), as libraries do it. */
int isNewYear2000(int64_t days) {
  days += 719468;
  const int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const uint32_t ofEra = (uint32_t)(days - era * 146097);
  const uint32_t yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36524 - ofEra / 146096) / 365;
  const uint32_t ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  const uint32_t month = (5 * ofYear + 2) / 153;
  const int64_t year = yearOfEra + era * 400 + (month >= 10);
  if (year != 2000)
    return 0;
  return month == 10 && ofYear - (153 * month + 2) / 5 == 0 ? 2 : 1;
}

/* A palindrome on the clock: 12:21:12. */
int clockPalindrome(uint32_t seconds) {
  if (seconds >= 86400)
    return -1;
  const uint32_t hours = seconds / 3600, minutes = seconds % 3600 / 60, rest = seconds % 60;
  if (hours / 10 != rest % 10 || hours % 10 != rest / 10)
    return 0;
  return minutes / 10 == minutes % 10 && hours > 12 ? 2 : 1;
}

/* Remainders that can and that can't be had together. */
int chinese(uint64_t x) {
  if (x % 15 == 4) {
    if (x % 10 == 3)
      return 3; // never: 4 and 3 differ modulo 5
    if (x % 7 == 6 && x % 11 == 10)
      return 2;
  }
  return x % 1000003 == 999 && x / 1000003 % 97 == 5 ? 1 : 0;
}

/* Check digit of a bank routing number. */
int routing(const uint8_t digits[9]) {
  unsigned sum = 0;
  for (int i = 0; i < 9; ++i) {
    if (digits[i] > 9)
      return -1;
    sum += digits[i] * (i % 3 == 0 ? 3u : i % 3 == 1 ? 7u : 1u);
  }
  if (sum == 0)
    return 0;
  return sum % 10 == 0 ? 2 : 1;
}

/* An account number: what the bank's check says, modulo 97 over all of it. */
int account(uint64_t number, uint32_t check) {
  if (number >= 1000000000000ull || check < 2 || check > 98)
    return -1;
  const uint64_t rest = (number % 97 * 100 + 1314) % 97;
  return 98 - rest == check ? 1 : 0;
}

/* Bytes of memory to pages and words, rounded up. */
int pages(uint64_t bytes) {
  if (bytes > (1ull << 40))
    return -1;
  const uint64_t words = (bytes + 11) / 12, pages = (words + 340) / 341;
  if (pages * 341 - words > 340)
    return 3; // never
  return pages == 12345 && words % 341 == 7 ? 2 : 1;
}
