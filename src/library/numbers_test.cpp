#include "library/library.h"
#include "library/testing/guarded.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <climits>
#include <cstdlib>

namespace library {
namespace {

/// Everything one can see of a conversion.
struct Seen {
  unsigned long value;
  std::ptrdiff_t end; // -1: left alone
  int error;
  friend bool operator==(const Seen &, const Seen &) = default;
  friend std::ostream &operator<<(std::ostream &out, const Seen &seen) {
    return out << seen.value << " end " << seen.end << " errno " << seen.error;
  }
};

template <class Function> Seen seen(Function function, const char *s, int base) {
  char *end = nullptr;
  errno = 0;
  const auto value = static_cast<unsigned long>(function(s, &end, base));
  const Seen with{value, end ? end - s : -1, errno};
  errno = 0;
  EXPECT_EQ(static_cast<unsigned long>(function(s, nullptr, base)), value);
  EXPECT_EQ(errno, with.error);
  return with;
}

template <class Function> Seen seen(Function function, const char *s) {
  errno = 0;
  const auto value = static_cast<unsigned long>(function(s));
  return {value, -1, errno};
}

void compare(Guarded &memory, const std::string &text, int base) {
  const char *s = memory.string(text);
  ASSERT_EQ(seen(OURS(strtol), s, base), seen(::strtol, s, base)) << '"' << text << "\" " << base;
  ASSERT_EQ(seen(OURS(strtoul), s, base), seen(::strtoul, s, base)) << text << " " << base;
  ASSERT_EQ(seen(OURS(strtoll), s, base), seen(::strtoll, s, base)) << text << " " << base;
  ASSERT_EQ(seen(OURS(strtoull), s, base), seen(::strtoull, s, base)) << text << " " << base;
}

void compareDecimal(Guarded &memory, const std::string &text) {
  const char *s = memory.string(text);
  ASSERT_EQ(seen(OURS(atoi), s), seen(::atoi, s)) << text;
  ASSERT_EQ(seen(OURS(atol), s), seen(::atol, s)) << text;
  ASSERT_EQ(seen(OURS(atoll), s), seen(::atoll, s)) << text;
}

TEST(Numbers, HandPicked) {
  Guarded memory;
  for (const char *text : {"",
                           "0",
                           "-",
                           "+",
                           "+-1",
                           "--1",
                           "- 1",
                           "0x",
                           "0X",
                           "-0x",
                           "0xg",
                           "0xG1",
                           "0x1",
                           "-0X1f",
                           "0xx1",
                           "00x1",
                           "x1",
                           "08",
                           "07",
                           "0b1",
                           " \t\n\v\f\r42",
                           "\b1",
                           "1 2",
                           "  ",
                           " 0x",
                           "zZ",
                           "9223372036854775807",
                           "9223372036854775808",
                           "-9223372036854775808",
                           "-9223372036854775809",
                           "18446744073709551615",
                           "18446744073709551616",
                           "-18446744073709551615",
                           "-18446744073709551616",
                           "99999999999999999999999999999x",
                           "0x7fffffffffffffff",
                           "0x8000000000000000",
                           "0xffffffffffffffff",
                           "0x10000000000000000",
                           "000000000000000000000000000000000001",
                           "2147483648",
                           "-2147483649",
                           "\xb1",
                           "1\xb1"}) {
    for (int base = -1; base <= 38; ++base)
      compare(memory, text, base);
    for (const int base : {INT_MIN, INT_MAX})
      compare(memory, text, base);
    compareDecimal(memory, text);
  }
}

/// Every short text over the characters that matter.
TEST(Numbers, ExhaustiveAndShort) {
  Guarded memory;
  forAllTexts("0178 9xX-+aFgz", 4, [&](const std::string &text) {
    for (const int base : {0, 2, 8, 10, 16, 36})
      if (!HasFatalFailure())
        compare(memory, text, base);
  });
}

TEST(Numbers, RandomAndLong) {
  support::Rng rng(1);
  Guarded memory;
  for (int i = 0; i < 60'000; ++i) {
    const int base = static_cast<int>(rng.below(37));
    const std::string digits =
        std::string("0123456789abcdefghijklmnopqrstuvwxyz").substr(0, base < 2 ? 10 : base);
    std::string text = randomText(rng, " \t", 2);
    text += rng.oneIn(3) ? "-" : rng.oneIn(3) ? "+" : "";
    text += rng.oneIn(5) ? "0x" : rng.oneIn(5) ? "0" : "";
    for (std::uint64_t n = rng.below(rng.oneIn(3) ? 70 : 22); n > 0; --n)
      text += digits[rng.below(digits.size())];
    text += randomText(rng, "zg9 -x", 2);
    compare(memory, text, base);
    compareDecimal(memory, text);
    if (HasFatalFailure())
      return;
  }
}

/// Around the limits of the types, in every base.
TEST(Numbers, Limits) {
  Guarded memory;
  for (int base = 2; base <= 36; ++base)
    for (const __int128 limit : {static_cast<__int128>(LONG_MAX), static_cast<__int128>(ULONG_MAX)})
      for (__int128 value = limit - 40; value <= limit + 40; ++value) {
        std::string text;
        for (__int128 rest = value; rest > 0; rest /= base)
          text.insert(text.begin(), "0123456789abcdefghijklmnopqrstuvwxyz"[rest % base]);
        compare(memory, text, base);
        compare(memory, "-" + text, base);
      }
}

TEST(Numbers, AbsoluteValues) {
  for (const long n : {0L, 1L, -1L, 1000L, -1000L, LONG_MAX, -LONG_MAX}) {
    EXPECT_EQ(OURS(labs)(n), ::labs(n));
    EXPECT_EQ(OURS(llabs)(n), ::llabs(n));
  }
  for (const int n : {0, 1, -1, INT_MAX, -INT_MAX})
    EXPECT_EQ(OURS(abs)(n), ::abs(n));
  EXPECT_EQ(OURS(abs)(INT_MIN), INT_MIN);
  EXPECT_EQ(OURS(labs)(LONG_MIN), LONG_MIN);
}

TEST(Numbers, Quotients) {
  for (const int a : {0, 7, -7, INT_MAX, INT_MIN})
    for (const int b : {1, 2, -2, INT_MAX, INT_MIN}) {
      const div_t ours = OURS(div)(a, b), theirs = ::div(a, b);
      EXPECT_TRUE(ours.quot == theirs.quot && ours.rem == theirs.rem);
      const ldiv_t wide = OURS(ldiv)(a, b), expected = ::ldiv(a, b);
      EXPECT_TRUE(wide.quot == expected.quot && wide.rem == expected.rem);
    }
}

} // namespace
} // namespace library
