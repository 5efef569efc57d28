#include "library/library.h"
#include "library/testing/guarded.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace library {
namespace {

/// Everything one can see of a conversion.
template <class Number> struct Seen {
  std::string bits;
  std::ptrdiff_t end;
  int error;
  friend bool operator==(const Seen &, const Seen &) = default;
  friend std::ostream &operator<<(std::ostream &out, const Seen &seen) {
    Number number;
    std::memcpy(&number, seen.bits.data(), sizeof(Number) == 16 ? 10 : sizeof(Number));
    return out << number << " end " << seen.end << " errno " << seen.error;
  }
};

template <class Number>
Seen<Number> seen(Number (*function)(const char *, char **), const char *s) {
  char *end = nullptr;
  errno = 0;
  const Number number = function(s, &end);
  const int error = errno;
  const Number again = function(s, nullptr);
  const std::size_t size = sizeof(Number) == 16 ? 10 : sizeof(Number);
  const std::string bits(reinterpret_cast<const char *>(&number), size);
  EXPECT_EQ(bits, std::string(reinterpret_cast<const char *>(&again), size));
  return {bits, end - s, error};
}

void compare(Guarded &memory, const std::string &text) {
  const char *s = memory.string(text);
  ASSERT_EQ(seen(OURS(strtod), s), seen(::strtod, s)) << '"' << text << '"';
  ASSERT_EQ(seen(OURS(strtof), s), seen(::strtof, s)) << '"' << text << '"';
  ASSERT_EQ(seen(OURS(strtold), s), seen(::strtold, s)) << '"' << text << '"';
}

TEST(Floating, HandPicked) {
  Guarded memory;
  for (const char *text : {"",
                           "0",
                           "-0",
                           ".",
                           "-.",
                           "+.5",
                           "5.",
                           "1.5.2",
                           "1e",
                           "1e+",
                           "1e-",
                           "1e5",
                           "1E-5",
                           "1e+05x",
                           "  \t\n2.5",
                           "0x",
                           "0x.",
                           "0x.8",
                           "0x1p",
                           "0x1p-3",
                           "0X1.8P+4",
                           "0xg",
                           "0x1.fffffffffffffffffp5",
                           "inf",
                           "-INF",
                           "infinit",
                           "InFiNiTy",
                           "infinityx",
                           "nan",
                           "-nan",
                           "nan(",
                           "nan()",
                           "nan(12_a)",
                           "nan(1-)",
                           "in",
                           "na",
                           "1e308",
                           "1e309",
                           "-1e400",
                           "1e-400",
                           "4.9e-324",
                           "1e22",
                           "1e23",
                           "9007199254740993",
                           "123456789012345e22",
                           "123456789012345e-22",
                           "999999999999999",
                           "1000000000000000",
                           "0.1",
                           "0.0000000000000000000000000000001",
                           "00000000000000000000000000000.5",
                           "3.4028236e38",
                           "16777217",
                           "1e10",
                           "1e11",
                           "9999999e10",
                           "1e99999999999999999999",
                           "0e99999999999999999999",
                           "0x0p99999",
                           "\xb1",
                           "1 2",
                           "+-1",
                           "1e 5",
                           "2.5e3e4",
                           "1.e2",
                           "0x1.8",
                           "0x.p1",
                           ".e1",
                           "1e00000000000000000000002"})
    compare(memory, text);
}

TEST(Floating, ExhaustiveAndShort) {
  Guarded memory;
  forAllTexts("01.e-xpn+ ", 5, [&](const std::string &text) {
    if (!HasFatalFailure())
      compare(memory, text);
  });
}

TEST(Floating, Random) {
  support::Rng rng(3);
  Guarded memory;
  for (int i = 0; i < 60'000; ++i) {
    const bool isHexadecimal = rng.oneIn(4);
    const std::string digits = isHexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
    std::string text = rng.oneIn(3) ? "-" : "";
    text += isHexadecimal ? "0x" : "";
    text += randomText(rng, digits, 18);
    text += rng.oneIn(2) ? "." + randomText(rng, digits, 12) : "";
    if (rng.oneIn(2))
      text += (isHexadecimal ? "p" : "e") + std::string(rng.oneIn(2) ? "-" : "") +
              randomText(rng, "0123456789", 3);
    text += randomText(rng, "ex.", 1);
    compare(memory, text);
    if (HasFatalFailure())
      return;
  }
}

TEST(Floating, Atof) { EXPECT_EQ(-2.5, OURS(atof)(" -2.5x")); }

} // namespace
} // namespace library
