/* Loops, tables and switches between input and condition: small machines. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A bounded interpreter with registers in memory. */
int interpret(const uint8_t code[10]) {
  int registers[4] = {1, 2, 3, 4};
  for (int pc = 0; pc + 1 < 10; pc += 2) {
    const uint8_t op = code[pc], argument = code[pc + 1];
    int *to = &registers[argument >> 4 & 3], from = registers[argument & 3];
    switch (op) {
    case 0: return registers[0] == 81 ? 1 : registers[0] == 1000 ? 2 : 0;
    case 1: *to += from; break;
    case 2: *to -= from; break;
    case 3: *to *= from % 100; break;
    case 4: *to = from; break;
    default: return -1;
    }
  }
  return -2;
}

/* Edit distance of a word and "kitten": stores into a table. */
int edit_distance_is(const char word[6], int wanted) {
  const char *other = "kitten";
  int table[7][7];
  for (int i = 0; i <= 6; ++i)
    for (int j = 0; j <= 6; ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      int best = table[i - 1][j - 1] + (word[i - 1] != other[j - 1]);
      if (table[i - 1][j] + 1 < best)
        best = table[i - 1][j] + 1;
      if (table[i][j - 1] + 1 < best)
        best = table[i][j - 1] + 1;
      table[i][j] = best;
    }
  if (table[6][6] == 2 && wanted == 2)
    return 1;
  return table[6][6] == 0 ? 2 : 0;
}

/* Binary search in a table: which number did it take seven steps to find? */
int steps_to_find(int key) {
  int table[100], low = 0, high = 99, steps = 0;
  for (int i = 0; i < 100; ++i)
    table[i] = i * i + 7;
  while (low <= high) {
    const int middle = (low + high) / 2;
    ++steps;
    if (table[middle] == key)
      return steps == 7 ? 1 : 0;
    if (table[middle] < key)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}

/* Days since 1970 to a date: is it the leap day of a century? */
int is_odd_leap_day(uint32_t days) {
  static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int year = 1970, month = 0;
  if (days > 60000)
    return -1;
  for (;;) {
    const int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    const uint32_t length = leap ? 366 : 365;
    if (days < length)
      break;
    days -= length;
    ++year;
  }
  const int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  for (; month < 12; ++month) {
    const uint32_t length = (uint32_t)(lengths[month] + (month == 1 && leap));
    if (days < length)
      break;
    days -= length;
  }
  if (year == 2000 && month == 1 && days == 28)
    return 1;
  if (year == 2100 && month == 1 && days == 28)
    return -2; /* infeasible: no leap day in 2100... but the 28th of days counted from 0 is the 29th */
  return 0;
}

/* A hash table with open addressing: stores through symbolic addresses. */
int third_collides(const uint16_t keys[4]) {
  uint16_t slots[8] = {0};
  int probes = 0;
  for (int i = 0; i < 4; ++i) {
    unsigned at = keys[i] * 40503u >> 4 & 7;
    if (keys[i] == 0)
      return -1;
    for (probes = 0; slots[at] != 0 && slots[at] != keys[i]; ++probes)
      at = (at + 1) & 7;
    slots[at] = keys[i];
  }
  return probes == 3 ? 1 : 0;
}

/* Which of these words is it? */
int keyword(const char word[9]) {
  static const char *const words[] = {"break", "case", "continue", "default", "return", "switch", "while"};
  for (int i = 0; i < 7; ++i)
    if (strncmp(word, words[i], 9) == 0)
      switch (i) {
      case 2: return 1;
      case 5: return 2;
      default: return 3;
      }
  return 0;
}
