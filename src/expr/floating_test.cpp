#include "expr/floating.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace expr {
namespace {

using enum Operation;

Bits bits(double value) { return {std::bit_cast<std::uint64_t>(value), 64}; }
Bits bits(float value) { return {std::bit_cast<std::uint32_t>(value), 32}; }
double toDouble(std::uint64_t bits) { return std::bit_cast<double>(bits); }
float toFloat(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

double onDoubles(Operation operation, double a, double b = 0, double c = 0, unsigned extra = 0) {
  return toDouble(apply(operation, 64, extra, bits(a), bits(b), bits(c)));
}
bool compare(Operation operation, double a, double b) {
  const bool result = apply(operation, 1, 0, bits(a), bits(b));
  EXPECT_EQ(result,
            apply(operation, 1, 0, bits(static_cast<float>(a)), bits(static_cast<float>(b))));
  return result;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Floating, ArithmeticRoundsToTheNearest) {
  EXPECT_EQ(onDoubles(FAdd, 0.1, 0.2), 0.30000000000000004);
  EXPECT_EQ(onDoubles(FSub, 1, 1e-20), 1.0);
  EXPECT_EQ(onDoubles(FDiv, 1, 3), 1.0 / 3.0);
  EXPECT_EQ(onDoubles(FRem, -7.5, 2), -1.5);
  EXPECT_EQ(onDoubles(FSqrt, 2), std::sqrt(2.0));
  EXPECT_EQ(onDoubles(FMul, 5e-324, 0.5), 0.0);
  EXPECT_EQ(toFloat(apply(FAdd, 32, 0, bits(16777216.0f), bits(1.0f))), 16777216.0f);
  const double x = 1 + 0x1p-30;
  EXPECT_EQ(onDoubles(FMulAdd, x, x, -1 - 0x1p-29), 0x1p-60); // a product of 53 bits loses that
  EXPECT_EQ(onDoubles(FAdd, onDoubles(FMul, x, x), -1 - 0x1p-29), 0.0);
}

TEST(Floating, ANanIsAlwaysTheSameOne) {
  const double other = toDouble(0x7ff8'0000'0000'1234),
               signalling = toDouble(0x7ff0'0000'0000'0001);
  const auto same = [](double value) { return bits(value).value == nanOf(64); };
  EXPECT_TRUE(same(onDoubles(FDiv, 0, 0)));
  EXPECT_TRUE(same(onDoubles(FAdd, other, 1)));
  EXPECT_TRUE(same(onDoubles(FAdd, signalling, other)));
  EXPECT_TRUE(same(onDoubles(FSqrt, -1)));
  EXPECT_TRUE(same(onDoubles(FSub, infinity, infinity)));
  EXPECT_TRUE(same(onDoubles(Apply, -1, 0, 0, PINCER_FUNCTION_log)));
  EXPECT_EQ(apply(FConvert, 32, 0, bits(other)), nanOf(32));
  EXPECT_TRUE(isNan(nanOf(32), 32) && isNan(nanOf(64), 64));
  EXPECT_FALSE(isNan(bits(infinity).value, 64));
  EXPECT_TRUE(isSameNumber(nanOf(64), 0x7ff0'0000'0000'0001, 64));
  EXPECT_FALSE(isSameNumber(bits(0.0).value, bits(-0.0).value, 64));
}

TEST(Floating, ComparisonsWithANanAreFalse) {
  for (const Operation operation : {FEqual, FLess, FLessEqual}) {
    EXPECT_FALSE(compare(operation, NAN, NAN)) << nameOf(operation);
    EXPECT_FALSE(compare(operation, 1, NAN)) << nameOf(operation);
    EXPECT_FALSE(compare(operation, NAN, -infinity)) << nameOf(operation);
  }
  EXPECT_TRUE(compare(FUnordered, NAN, 1));
  EXPECT_TRUE(compare(FUnordered, 1, NAN));
  EXPECT_FALSE(compare(FUnordered, 1, infinity));
  EXPECT_TRUE(compare(FEqual, 0.0, -0.0));
  EXPECT_FALSE(compare(FLess, -0.0, 0.0));
  EXPECT_TRUE(compare(FLess, -1, 0.5));
  EXPECT_TRUE(compare(FLessEqual, -infinity, -infinity));
}

TEST(Floating, WhatDoesNotFitAnIntegerIsTheLeastOne) {
  const std::uint64_t least32 = 0x8000'0000, least64 = 1ull << 63;
  for (const double value : {std::nan(""), infinity, -infinity, 1e19, -1e19, 0x1p63}) {
    EXPECT_EQ(apply(FToInt, 32, 0, bits(value)), least32) << value;
    EXPECT_EQ(apply(FToInt, 64, 0, bits(value)), least64) << value;
    EXPECT_EQ(apply(FToInt, 64, 0, bits(static_cast<float>(value))), least64) << value;
  }
  EXPECT_EQ(apply(FToInt, 32, 0, bits(2147483648.0)), least32);
  EXPECT_EQ(apply(FToInt, 32, 0, bits(2147483647.9)), 0x7fff'ffffu);
  EXPECT_EQ(apply(FToInt, 32, 0, bits(-2147483648.9)), least32); // fits
  EXPECT_EQ(apply(FToInt, 64, 0, bits(2147483648.0)), 2147483648u);
  EXPECT_EQ(apply(FToInt, 32, 0, bits(-3.99)), 0xffff'fffdu);
  EXPECT_EQ(apply(FToInt, 32, 0, bits(0.99f)), 0u);
}

TEST(Floating, IntegersOfAnyWidthBecomeNumbers) {
  EXPECT_EQ(toDouble(apply(IntToF, 64, 0, {0xff, 8})), -1.0);
  EXPECT_EQ(toDouble(apply(UIntToF, 64, 0, {0xff, 8})), 255.0);
  EXPECT_EQ(toDouble(apply(IntToF, 64, 0, {1, 1})), -1.0);
  EXPECT_EQ(toDouble(apply(UIntToF, 64, 0, {~0ull, 64})), 0x1p64);
  EXPECT_EQ(toDouble(apply(IntToF, 64, 0, {~0ull, 64})), -1.0);
  EXPECT_EQ(toFloat(apply(UIntToF, 32, 0, {~0ull - (1ull << 39), 64})), 0x1.fffffep63f);
  EXPECT_EQ(toDouble(apply(UIntToF, 64, 0, {(1ull << 63) + 1025, 64})), 0x1.0000000000001p63);
  EXPECT_EQ(toFloat(apply(IntToF, 32, 0, {16777217, 32})), 16777216.0f); // ties to even
}

TEST(Floating, RoundsInFiveDirections) {
  const double values[] = {2.5, -2.5, 0.5, 3.5, -0.3};
  const double expected[][5] = {{2, -2, 0, 4, -0.0},
                                {2, -3, 0, 3, -1},
                                {3, -2, 1, 4, -0.0},
                                {2, -2, 0, 3, -0.0},
                                {3, -3, 1, 4, -0.0}};
  for (unsigned direction = 0; direction < PINCER_ROUND_COUNT; ++direction)
    for (unsigned i = 0; i < 5; ++i) {
      EXPECT_EQ(bits(onDoubles(FRound, values[i], 0, 0, direction)).value,
                bits(expected[direction][i]).value)
          << values[i] << " in direction " << direction;
      EXPECT_EQ(apply(FRound, 32, direction, bits(static_cast<float>(values[i]))),
                bits(static_cast<float>(expected[direction][i])).value);
    }
}

TEST(Floating, FunctionsAreThoseOfTheLibrary) {
  EXPECT_STREQ(nameOfFunction(PINCER_FUNCTION_pow), "pow");
  EXPECT_EQ(argumentsOfFunction(PINCER_FUNCTION_pow), 2u);
  EXPECT_EQ(onDoubles(Apply, 2, 10, 0, PINCER_FUNCTION_pow), 1024.0);
  EXPECT_EQ(onDoubles(Apply, 0.5, 0, 0, PINCER_FUNCTION_sin), std::sin(0.5));
  EXPECT_EQ(toFloat(apply(Apply, 32, PINCER_FUNCTION_sin, bits(0.5f), bits(0.0f))), sinf(0.5f));
}

TEST(Fits, FloatsAreOf32Or64Bits) {
  EXPECT_TRUE(fits(FAdd, 32, 0, 32, 32, 0));
  EXPECT_FALSE(fits(FAdd, 16, 0, 16, 16, 0));
  EXPECT_FALSE(fits(FAdd, 64, 0, 32, 32, 0));
  EXPECT_FALSE(fits(FMulAdd, 64, 0, 64, 64, 32));
  EXPECT_TRUE(fits(FLess, 1, 0, 64, 64, 0));
  EXPECT_FALSE(fits(FLess, 1, 0, 8, 8, 0));
  EXPECT_FALSE(fits(FToInt, 16, 0, 64, 0, 0));
  EXPECT_TRUE(fits(UIntToF, 32, 0, 1, 0, 0));
  EXPECT_FALSE(fits(FConvert, 32, 0, 32, 0, 0));
  EXPECT_FALSE(fits(FRound, 64, PINCER_ROUND_COUNT, 64, 0, 0));
  EXPECT_FALSE(fits(Apply, 64, PINCER_FUNCTION_COUNT, 64, 64, 0));
  EXPECT_FALSE(fits(FAdd, 64, 1, 64, 64, 0));
}

} // namespace
} // namespace expr
