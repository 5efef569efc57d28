#include "library/library.h"

#include <gtest/gtest.h>

#include <cctype>

namespace {

struct Pair {
  const char *name;
  int (*ours)(int);
  int (*library)(int);
};

#define PAIR(name) {#name, OURS(name), &::name}
const Pair tests[] = {PAIR(isalnum), PAIR(isalpha), PAIR(isblank), PAIR(iscntrl),
                      PAIR(isdigit), PAIR(isgraph), PAIR(islower), PAIR(isprint),
                      PAIR(ispunct), PAIR(isspace), PAIR(isupper), PAIR(isxdigit)};
const Pair conversions[] = {PAIR(tolower), PAIR(toupper), PAIR(toascii), PAIR(isascii)};

/// glibc takes negative characters too. The very bits are the same.
TEST(Ctype, IsThatOfTheLibrary) {
  for (const Pair &pair : tests)
    for (int c = -128; c <= 255; ++c)
      EXPECT_EQ(pair.ours(c), pair.library(c)) << pair.name << " " << c;
}

TEST(Ctype, ConversionsTakeEveryNumber) {
  for (const Pair &pair : conversions) {
    for (int c = -1000; c <= 1000; ++c)
      EXPECT_EQ(pair.ours(c), pair.library(c)) << pair.name << " " << c;
    for (const int c : {INT32_MIN, INT32_MAX})
      EXPECT_EQ(pair.ours(c), pair.library(c)) << pair.name << " " << c;
  }
}

} // namespace
