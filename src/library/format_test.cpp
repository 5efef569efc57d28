#include "library/library.h"
#include "library/testing/guarded.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <climits>
#include <cmath>

namespace library {
namespace {

struct Seen {
  int result, error;
  std::string bytes;
  friend bool operator==(const Seen &, const Seen &) = default;
  friend std::ostream &operator<<(std::ostream &out, const Seen &seen) {
    return out << seen.result << " errno " << seen.error << " \"" << seen.bytes << '"';
  }
};

template <class Function, class... Arguments>
Seen seen(Function function, std::size_t room, const std::string &format, Arguments... arguments) {
  static Guarded memory;
  char *to = memory.bytes(std::string(room, '\x7e'));
  errno = 0;
  const int result = function(to, room, format.c_str(), arguments...);
  return {result, errno, std::string(to, room)};
}

template <class... Arguments> void compare(const std::string &format, Arguments... arguments) {
  for (const std::size_t room : {0, 1, 5, 60, 400})
    ASSERT_EQ(seen(OURS(snprintf), room, format, arguments...),
              seen(::snprintf, room, format, arguments...))
        << '"' << format << "\" room " << room;
}

const std::vector<std::string> shapes = {
    "",   "-",   "+",    " ",    "#",        "0",   "08",    "8",   "-8", "+8",  "#8", ".0",
    ".3", "8.3", "-8.3", "08.3", "+ #-08.3", "#.0", "# 012", "'+9", ".",  "120", ".90"};

TEST(Format, Integers) {
  for (const std::string &shape : shapes)
    for (const std::string conversion : {"d", "i", "u", "o", "x", "X"}) {
      for (const int value : {0, 1, -1, 9, 10, 255, 12345, INT_MAX, INT_MIN})
        for (const std::string length : {"", "h", "hh"})
          compare("<%" + shape + length + conversion + ">", value);
      for (const long value : {0L, 1L, -1L, 99999999999L, LONG_MAX, LONG_MIN})
        for (const std::string length : {"l", "ll", "q", "j", "z", "t", "Z"})
          compare("<%" + shape + length + conversion + ">", value);
      if (HasFatalFailure())
        return;
    }
}

TEST(Format, TextsCharactersAndPointers) {
  const char *none = nullptr;
  for (const std::string &shape : shapes) {
    for (const char *text : {"", "a", "hello, world", none})
      compare("[%" + shape + "s]", text);
    for (const int c : {int('x'), 0, 200, 256 + 'y'})
      compare("[%" + shape + "c]", c);
    for (const void *pointer : {static_cast<const void *>(nullptr), static_cast<const void *>("x")})
      compare("[%" + shape + "p]", pointer);
    compare("[%" + shape + "m]");
    compare("100%% [%" + shape + "%]");
    if (HasFatalFailure())
      return;
  }
}

TEST(Format, NumbersWithFractions) {
  for (const std::string &shape : shapes)
    for (const char conversion : {'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A'}) {
      for (const double value : {0.0, -0.0, 1.5, -2.25e10, 1e300, HUGE_VAL, double(NAN)})
        compare("<%" + shape + conversion + ">", value);
      compare("<%" + shape + "L" + conversion + ">", 3.25L);
    }
}

TEST(Format, WidthAndPrecisionAsArguments) {
  for (const int width : {0, 5, -5, 90})
    for (const int precision : {0, 3, -3, 50}) {
      compare("%*.*d|", width, precision, 42);
      compare("%*.*s|", width, precision, "text");
      compare("%0*d|%-*d|%.*d", width, 1, width, 2, precision, 3);
      compare("%*.*f|", width, precision, 2.5);
    }
}

TEST(Format, CountsAreStored) {
  using Function = int (*)(char *, std::size_t, const char *, ...);
  for (const Function function : {Function(OURS(snprintf)), Function(::snprintf)}) {
    int n = -1;
    long l = -1;
    short h = -1;
    signed char c = -1;
    char to[5];
    EXPECT_EQ(10, function(to, sizeof to, "abc%n%d%ln%hn%hhn", &n, 1234567, &l, &h, &c));
    EXPECT_EQ(3, n);
    EXPECT_EQ(10, l);
    EXPECT_EQ(10, h);
    EXPECT_EQ(10, c);
  }
}

TEST(Format, TooLongAndWrong) {
  errno = 0;
  EXPECT_EQ(-1, OURS(snprintf)(nullptr, 0, "%2147483647d%d", 1, 2));
  EXPECT_EQ(EOVERFLOW, errno);
  EXPECT_EQ(INT_MAX, OURS(snprintf)(nullptr, 0, "%2147483646dx", 1));
  compare("%99999999999d", 1);
  compare("%.99999999999d", 1);
  compare("%");
  compare("abc%");
  compare("%l");
  compare("%y", 1);
  compare("%2$d %1$d", 1, 2);
  compare("%ls", L"wide");
  compare("%lc|", L'w');
}

/// Every short format over the characters that matter.
TEST(Format, RandomFormats) {
  support::Rng rng(7);
  const std::string alphabet = "%%%dxs0 -+#.*19hlcuX";
  for (int i = 0; i < 10'000; ++i) {
    std::string format = randomText(rng, alphabet, 9);
    // As many arguments as any of these takes, of which only numbers that are also lengths are
    // safe.
    if (format.find('s') != std::string::npos)
      continue;
    const int a = static_cast<int>(rng.below(20)) - 5;
    compare(format, a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6, a + 7, a + 8, a + 9);
    if (HasFatalFailure())
      return;
  }
}

TEST(Format, WithoutABound) {
  char ours[200], theirs[200];
  EXPECT_EQ(OURS(sprintf)(ours, "%d %s", 42, "x"), ::sprintf(theirs, "%d %s", 42, "x"));
  EXPECT_STREQ(ours, theirs);
  EXPECT_EQ(5, OURS(__snprintf_chk)(ours, 9, 1, sizeof ours, "%05d", 42));
  EXPECT_STREQ("00042", ours);
  EXPECT_EQ(3, OURS(__sprintf_chk)(ours, 1, sizeof ours, "%3d", 4));
  EXPECT_STREQ("  4", ours);
  char *text = nullptr;
  EXPECT_EQ(9, OURS(asprintf)(&text, "%s-%04x", "abcd", 255));
  EXPECT_STREQ("abcd-00ff", text);
  std::free(text);
}

TEST(FormatDeathTest, OverflowOfACheckedBuffer) {
  char to[4];
  EXPECT_DEATH(OURS(__sprintf_chk)(to, 1, sizeof to, "%d", 12345), "");
  EXPECT_DEATH(OURS(__strcpy_chk)(to, "12345", sizeof to), "");
}

} // namespace
} // namespace library
