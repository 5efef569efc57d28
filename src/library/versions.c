#include "library/decide.h"
#include "library/library.h"

/* strverscmp, by the states of glibc: what both texts have in common ends in no digits, in an
 * integer, in a fraction (digits behind a leading zero) or in leading zeros. */
enum { OTHER, INTEGER, FRACTION, ZEROS };
enum { BY_CHARACTER = 2, BY_LENGTH = 3 };

HELPER int isDigit(unsigned char c) { return c >= '0' && c <= '9'; }

/* 0: no digit, 1: a digit, 2: zero. */
HELPER size_t kindOf(unsigned char c) { return decided(c == '0' ? 2 : isDigit(c) ? 1 : 0); }

static const unsigned char next[4][3] = {[OTHER] = {OTHER, INTEGER, ZEROS},
                                         [INTEGER] = {OTHER, INTEGER, INTEGER},
                                         [FRACTION] = {OTHER, FRACTION, FRACTION},
                                         [ZEROS] = {OTHER, FRACTION, ZEROS}};

/* By the state before, and the kinds of the first characters that differ. */
static const signed char verdict[4][3][3] = {
    [OTHER] = {{BY_CHARACTER, BY_CHARACTER, BY_CHARACTER},
               {BY_CHARACTER, BY_LENGTH, BY_CHARACTER},
               {BY_CHARACTER, BY_CHARACTER, BY_CHARACTER}},
    [INTEGER] = {{BY_CHARACTER, -1, -1}, {1, BY_LENGTH, BY_LENGTH}, {1, BY_LENGTH, BY_LENGTH}},
    [FRACTION] = {{BY_CHARACTER, BY_CHARACTER, BY_CHARACTER},
                  {BY_CHARACTER, BY_CHARACTER, BY_CHARACTER},
                  {BY_CHARACTER, BY_CHARACTER, BY_CHARACTER}},
    [ZEROS] = {
        {BY_CHARACTER, 1, 1}, {-1, BY_CHARACTER, BY_CHARACTER}, {-1, BY_CHARACTER, BY_CHARACTER}}};

int OURS(strverscmp)(const char *a, const char *b) {
  const unsigned char *left = (const unsigned char *)a, *right = (const unsigned char *)b;
  size_t state = OTHER;
  while (*left == *right) {
    if (!*left)
      return 0;
    state = next[state][kindOf(*left)];
    ++left;
    ++right;
  }
  const int difference = *left - *right;
  switch (verdict[state][kindOf(*left)][kindOf(*right)]) {
  case BY_CHARACTER:
    return difference;
  case BY_LENGTH:
    for (++left, ++right; isDigit(*left); ++left, ++right)
      if (!isDigit(*right))
        return 1;
    return isDigit(*right) ? -1 : difference;
  case 1:
    return 1;
  default:
    return -1;
  }
}
