/* What formats of printf and scanf have in common: how long the thing is that an argument holds or
 * points to. */
#ifndef PINCER_LIBRARY_ARGUMENT_LENGTH_H
#define PINCER_LIBRARY_ARGUMENT_LENGTH_H

#include "library/library.h"

typedef enum { INT, CHAR, SHORT, LONG, LONG_LONG, LONG_DOUBLE } Length;

HELPER int isDigit(int c) { return c >= '0' && c <= '9'; }

HELPER Length readLength(const char **format) {
  switch (**format) {
  case 'h':
    ++*format;
    if (**format != 'h')
      return SHORT;
    ++*format;
    return CHAR;
  case 'l':
    ++*format;
    if (**format != 'l')
      return LONG;
    ++*format;
    return LONG_LONG;
  case 'L':
    ++*format;
    return LONG_DOUBLE;
  case 'q':
  case 'j':
    ++*format;
    return LONG_LONG;
  case 'z':
  case 'Z':
  case 't':
    ++*format;
    return LONG;
  default:
    return INT;
  }
}

#endif
