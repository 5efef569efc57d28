#include "expr/extended.h"

#include "expr/floating.h"
#include "expr/pool.h"
#include "support/rng.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

namespace expr {
namespace {

struct Parts {
  std::uint64_t significand = 0;
  std::uint64_t high = 0;
};

Parts partsOf(long double value) {
  Parts parts;
  std::memcpy(&parts.significand, &value, 8);
  std::memcpy(&parts.high, reinterpret_cast<const char *>(&value) + 8, 2);
  return parts;
}

std::uint64_t on(unsigned width, unsigned extra, long double x, long double y = 0) {
  const Parts a = partsOf(x), b = partsOf(y);
  return apply(Operation::Extended, width, extra, {a.significand, 64}, {b.significand, 64},
               {a.high << 16 | b.high, 32});
}

long double number(unsigned extra, long double x, long double y = 0) {
  return extendedNumber(on(64, extra, x, y), on(16, extra, x, y));
}

std::uint64_t ofWord(unsigned width, unsigned extra, std::uint64_t word) {
  return apply(Operation::Extended, width, extra, {word, 64}, {0, 64}, {0, 32});
}

constexpr unsigned rounding = PINCER_EXTENDED_ROUND, function = PINCER_EXTENDED_APPLY;
constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();
constexpr long double infinity = std::numeric_limits<long double>::infinity();

TEST(Extended, ComputesWithAllItsBits) {
  EXPECT_EQ(number(PINCER_EXTENDED_ADD, 1, 0x1p-63L), 1 + 0x1p-63L); // a double has 53
  EXPECT_EQ(number(PINCER_EXTENDED_SUB, 0x1p64L, 1), 18446744073709551615.0L);
  EXPECT_EQ(number(PINCER_EXTENDED_MUL, 0x1p16000L, 0x1p300L), 0x1p16300L);
  EXPECT_EQ(number(PINCER_EXTENDED_DIV, 1, 3), 1.0L / 3);
  EXPECT_EQ(number(PINCER_EXTENDED_REM, 7.5L, -2), 1.5L);
  EXPECT_EQ(number(PINCER_EXTENDED_SQRT, 2), std::sqrt(2.0L));
  EXPECT_EQ(number(rounding + PINCER_ROUND_DOWN, -1.5L), -2);
  EXPECT_EQ(number(rounding + PINCER_ROUND_AWAY, 2.5L), 3);
  EXPECT_EQ(number(rounding + PINCER_ROUND_EVEN, 2.5L), 2);
  EXPECT_EQ(number(function + PINCER_FUNCTION_pow, 3, 4), 81);
  EXPECT_EQ(number(function + PINCER_FUNCTION_exp, 0), 1);
}

TEST(Extended, ConvertsFromAndToOtherNumbers) {
  const auto from = [](unsigned extra, std::uint64_t word) {
    return extendedNumber(ofWord(64, extra, word), ofWord(16, extra, word));
  };
  EXPECT_EQ(from(PINCER_EXTENDED_FROM_INT, ~0ull), -1);
  EXPECT_EQ(from(PINCER_EXTENDED_FROM_UINT, ~0ull), 18446744073709551615.0L);
  EXPECT_EQ(from(PINCER_EXTENDED_FROM_DOUBLE, std::bit_cast<std::uint64_t>(-0.1)), -0.1);
  EXPECT_EQ(on(64, PINCER_EXTENDED_TO_FLOAT, 0.1L), std::bit_cast<std::uint64_t>(0.1));
  // Rounded once: by way of a double it would be 1.
  EXPECT_EQ(on(32, PINCER_EXTENDED_TO_FLOAT, 1 + 0x1p-24L + 0x1p-60L),
            std::bit_cast<std::uint32_t>(1 + 0x1p-23f));
  EXPECT_EQ(on(64, PINCER_EXTENDED_TO_FLOAT, 0x1p2000L), std::bit_cast<std::uint64_t>(HUGE_VAL));
  EXPECT_EQ(on(32, PINCER_EXTENDED_TO_INT, -7.9L), 0xfffffff9u);
  EXPECT_EQ(on(64, PINCER_EXTENDED_TO_INT, 9223372036854775807.0L), 0x7fffffffffffffffull);
  EXPECT_EQ(on(64, PINCER_EXTENDED_TO_INT, 0x1p63L), 1ull << 63);
  EXPECT_EQ(on(32, PINCER_EXTENDED_TO_INT, 0x1p31L), 1ull << 31);
  EXPECT_EQ(on(16, PINCER_EXTENDED_TO_INT, 40000), 0x8000u);
  EXPECT_EQ(on(64, PINCER_EXTENDED_TO_INT, nan), 1ull << 63);
}

TEST(Extended, ComparesNumbersAndNothingElse) {
  for (const unsigned extra : {PINCER_EXTENDED_EQUAL + 0u, PINCER_EXTENDED_LESS_EQUAL + 0u}) {
    EXPECT_TRUE(on(1, extra, 0.0L, -0.0L));
    EXPECT_FALSE(on(1, extra, nan, nan));
    EXPECT_FALSE(on(1, extra, 2, 1));
  }
  EXPECT_TRUE(on(1, PINCER_EXTENDED_LESS, -infinity, -0x1p16000L));
  EXPECT_FALSE(on(1, PINCER_EXTENDED_LESS, 1, 1));
  EXPECT_TRUE(on(1, PINCER_EXTENDED_UNORDERED, 1, nan));
  EXPECT_FALSE(on(1, PINCER_EXTENDED_UNORDERED, 1, infinity));
  // A significand without its leading one is no number.
  EXPECT_TRUE(
      apply(Operation::Extended, 1, PINCER_EXTENDED_UNORDERED, {1, 64}, {0, 64}, {0x3fff0000, 32}));
}

TEST(Extended, AllNansAreOneResult) {
  const auto agrees = [](std::uint64_t value, unsigned width, long double x, long double y) {
    const Parts a = partsOf(x), b = partsOf(y);
    return isExtendedResult(value, width, PINCER_EXTENDED_ADD, {a.significand, 64},
                            {b.significand, 64}, {a.high << 16 | b.high, 32});
  };
  EXPECT_TRUE(agrees(0xc000'0000'0000'0077, 64, nan, 1));
  EXPECT_TRUE(agrees(0x7fff, 16, nan, 1));
  EXPECT_FALSE(agrees(0x8000'0000'0000'0000, 64, nan, 1)); // infinity
  EXPECT_FALSE(agrees(0x3fff, 16, nan, 1));
  EXPECT_FALSE(agrees(0xc000'0000'0000'0000, 64, 1, 1));
}

TEST(Extended, WidthsFit) {
  EXPECT_TRUE(fits(Operation::Extended, 64, PINCER_EXTENDED_ADD, 64, 64, 32));
  EXPECT_TRUE(fits(Operation::Extended, 16, PINCER_EXTENDED_SQRT, 64, 64, 32));
  EXPECT_FALSE(fits(Operation::Extended, 32, PINCER_EXTENDED_ADD, 64, 64, 32));
  EXPECT_FALSE(fits(Operation::Extended, 64, PINCER_EXTENDED_ADD, 64, 64, 16));
  EXPECT_FALSE(fits(Operation::Extended, 64, PINCER_EXTENDED_LESS, 64, 64, 32));
  EXPECT_FALSE(fits(Operation::Extended, 16, PINCER_EXTENDED_TO_FLOAT, 64, 64, 32));
  EXPECT_FALSE(fits(Operation::Extended, 64, PINCER_EXTENDED_COUNT, 64, 64, 32));
}

TEST(Extended, DoublesAmongThemAreComparedAsDoubles) {
  Pool pool;
  const auto extend = [&](unsigned extra, TermId word, unsigned width) {
    return pool.make(Operation::Extended, width, word, pool.constant(64, 0), pool.constant(32, 0),
                     extra);
  };
  const auto highs = [&](TermId first, TermId second) {
    return pool.make(Operation::Concat, 32, first, second);
  };
  const unsigned fromDouble = PINCER_EXTENDED_FROM_DOUBLE, fromInt = PINCER_EXTENDED_FROM_INT;
  const TermId x = pool.input(64, 0), i = pool.input(32, 1);
  const TermId wide = pool.make(Operation::SignExtend, 64, i);
  const Parts half = partsOf(0.5L), third = partsOf(1.0L / 3);
  const auto less = [&](unsigned extra, TermId word, const Parts &constant) {
    return pool.make(
        Operation::Extended, 1, extend(extra, word, 64), pool.constant(64, constant.significand),
        highs(extend(extra, word, 16), pool.constant(16, constant.high)), PINCER_EXTENDED_LESS);
  };
  const TermId number = pool.constant(64, std::bit_cast<std::uint64_t>(0.5));
  EXPECT_EQ(less(fromDouble, x, half), pool.make(Operation::FLess, 1, x, number));
  EXPECT_EQ(less(fromInt, wide, half),
            pool.make(Operation::FLess, 1, pool.make(Operation::IntToF, 64, i), number));
  EXPECT_EQ(pool[less(fromDouble, x, third)].operation, Operation::Extended);
  EXPECT_EQ(pool[less(fromInt, x, half)].operation, Operation::Extended); // of 64 bits
  const TermId back =
      pool.make(Operation::Extended, 64, extend(fromDouble, x, 64), pool.constant(64, 0),
                highs(extend(fromDouble, x, 16), pool.constant(16, 0)), PINCER_EXTENDED_TO_FLOAT);
  EXPECT_EQ(back, x);
  // Of two numbers each one half: that is no extension.
  const TermId mixed =
      pool.make(Operation::Extended, 64, extend(fromDouble, x, 64), pool.constant(64, 0),
                highs(extend(fromDouble, pool.input(64, 2), 16), pool.constant(16, 0)),
                PINCER_EXTENDED_TO_FLOAT);
  EXPECT_EQ(pool[mixed].operation, Operation::Extended);
}

TEST(Extended, GapsCountTheNumbersBetween) {
  const long double one = 1;
  EXPECT_EQ(extendedGap(one, std::nextafter(one, 2.0L)), 1);
  EXPECT_EQ(extendedGap(one, one), 0);
  EXPECT_EQ(extendedGap(0.0L, -0.0L), 0);
  EXPECT_EQ(extendedGap(1, 2), 0x1p63);
  EXPECT_LT(extendedGap(1, 3), extendedGap(1, 5));
  EXPECT_LT(extendedGap(-1, 1), extendedGap(-1, 2));
}

} // namespace
} // namespace expr
