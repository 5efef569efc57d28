// A whole program that reads sums from standard input, line by line.
// RUN: --program --steps 12000
// EXPECT: exit 0
// EXPECT: covered 15 of 15
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *at;

static long number(void) {
  if (!isdigit((unsigned char)*at)) {
    fprintf(stderr, "a number is missing\n");
    exit(1);
  }
  unsigned long value = 0;
  while (isdigit((unsigned char)*at))
    value = (value * 10 + (unsigned long)(*at++ - '0')) % 1000000;
  return (long)value;
}

int main(void) {
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    at = line;
    long sum = number();
    while (*at && *at != '\n') {
      switch (*at++) {
      case '+':
        sum += number();
        break;
      case '-':
        sum -= number();
        break;
      default:
        return 2;
      }
    }
    printf("%ld\n", sum);
    if (sum == 4711)
      return 3;
  }
  return 0;
}
