#include "expr/operation.h"

#include <gtest/gtest.h>

namespace expr {
namespace {

std::uint64_t binary(Operation operation, unsigned width, std::uint64_t a, std::uint64_t b) {
  return apply(operation, isComparison(operation) ? 1 : width, 0, {a, width}, {b, width});
}

/// Calls `check` with every width up to 4 and every pair of values.
template <class Check> void forSmallPairs(const Check &check) {
  for (unsigned width = 1; width <= 4; ++width)
    for (std::uint64_t a = 0; a <= maskOf(width); ++a)
      for (std::uint64_t b = 0; b <= maskOf(width); ++b)
        check(width, a, b);
}

TEST(Apply, ArithmeticIsModuloTwoToTheWidth) {
  forSmallPairs([](unsigned w, std::uint64_t a, std::uint64_t b) {
    const std::uint64_t modulus = 1ull << w;
    EXPECT_EQ(binary(Operation::Add, w, a, b), (a + b) % modulus);
    EXPECT_EQ(binary(Operation::Sub, w, a, b), (modulus + a - b) % modulus);
    EXPECT_EQ(binary(Operation::Mul, w, a, b), a * b % modulus);
  });
  EXPECT_EQ(binary(Operation::Add, 64, ~0ull, 2), 1u);
  EXPECT_EQ(binary(Operation::Mul, 64, 1ull << 63, 2), 0u);
}

/// As SMT-LIB defines bvsdiv and bvsrem: by the unsigned operations on absolute values.
TEST(Apply, DivisionIsThatOfSmtLib) {
  forSmallPairs([](unsigned w, std::uint64_t a, std::uint64_t b) {
    const auto divide = [&](std::uint64_t x, std::uint64_t y) { return y ? x / y : maskOf(w); };
    const auto rest = [&](std::uint64_t x, std::uint64_t y) { return y ? x % y : x; };
    const auto negate = [&](std::uint64_t x) { return ((1ull << w) - x) & maskOf(w); };
    const bool negativeA = a >> (w - 1), negativeB = b >> (w - 1);
    const std::uint64_t sizeA = negativeA ? negate(a) : a, sizeB = negativeB ? negate(b) : b;
    EXPECT_EQ(binary(Operation::UDiv, w, a, b), divide(a, b));
    EXPECT_EQ(binary(Operation::URem, w, a, b), rest(a, b));
    const std::uint64_t quotient = divide(sizeA, sizeB);
    EXPECT_EQ(binary(Operation::SDiv, w, a, b),
              negativeA != negativeB ? negate(quotient) : quotient);
    EXPECT_EQ(binary(Operation::SRem, w, a, b),
              negativeA ? negate(rest(sizeA, sizeB)) : rest(sizeA, sizeB));
  });
  const std::uint64_t least = 1ull << 63;
  EXPECT_EQ(binary(Operation::SDiv, 64, least, ~0ull), least);
  EXPECT_EQ(binary(Operation::SRem, 64, least, ~0ull), 0u);
}

TEST(Apply, ShiftsMoveBitByBit) {
  forSmallPairs([](unsigned w, std::uint64_t a, std::uint64_t b) {
    std::uint64_t left = a, right = a, arithmetic = a;
    for (std::uint64_t i = 0; i < b; ++i) {
      left = left * 2 & maskOf(w);
      right /= 2;
      arithmetic = arithmetic / 2 | (arithmetic & signBitOf(w));
    }
    EXPECT_EQ(binary(Operation::Shl, w, a, b), left);
    EXPECT_EQ(binary(Operation::LShr, w, a, b), right);
    EXPECT_EQ(binary(Operation::AShr, w, a, b), arithmetic);
  });
  EXPECT_EQ(binary(Operation::Shl, 64, 1, 64), 0u);
  EXPECT_EQ(binary(Operation::AShr, 64, 1ull << 63, ~0ull), ~0ull);
}

TEST(Apply, ComparisonsReadTheirOperandsAsTheySay) {
  forSmallPairs([](unsigned w, std::uint64_t a, std::uint64_t b) {
    // Adding the sign bit turns the signed order into the unsigned one.
    const std::uint64_t sa = a ^ signBitOf(w), sb = b ^ signBitOf(w);
    EXPECT_EQ(binary(Operation::Equal, w, a, b), a == b);
    EXPECT_EQ(binary(Operation::ULess, w, a, b), a < b);
    EXPECT_EQ(binary(Operation::ULessEqual, w, a, b), a <= b);
    EXPECT_EQ(binary(Operation::SLess, w, a, b), sa < sb);
    EXPECT_EQ(binary(Operation::SLessEqual, w, a, b), sa <= sb);
  });
}

TEST(Apply, StructureTakesAndJoinsBits) {
  EXPECT_EQ(apply(Operation::Choose, 8, 0, {1, 1}, {3, 8}, {4, 8}), 3u);
  EXPECT_EQ(apply(Operation::Choose, 8, 0, {0, 1}, {3, 8}, {4, 8}), 4u);
  EXPECT_EQ(apply(Operation::ZeroExtend, 16, 0, {0x80, 8}), 0x80u);
  EXPECT_EQ(apply(Operation::SignExtend, 16, 0, {0x80, 8}), 0xff80u);
  EXPECT_EQ(apply(Operation::SignExtend, 64, 0, {1, 1}), ~0ull);
  EXPECT_EQ(apply(Operation::Extract, 8, 4, {0xabcd, 16}), 0xbcu);
  EXPECT_EQ(apply(Operation::Concat, 16, 0, {0xab, 8}, {0xcd, 8}), 0xabcdu);
}

TEST(Apply, NumbersOfTwoWords) {
  forSmallPairs([](unsigned w, std::uint64_t a, std::uint64_t b) {
    EXPECT_EQ(binary(Operation::MulHigh, w, a, b), a * b >> w);
    for (std::uint64_t c = 0; c <= maskOf(w); ++c) {
      const std::uint64_t wide = a << w | b;
      EXPECT_EQ(apply(Operation::WideDiv, w, 0, {a, w}, {b, w}, {c, w}),
                c == 0 ? maskOf(w) : wide / c & maskOf(w));
      EXPECT_EQ(apply(Operation::WideRem, w, 0, {a, w}, {b, w}, {c, w}), c == 0 ? b : wide % c);
    }
  });
  EXPECT_EQ(binary(Operation::MulHigh, 64, ~0ull, ~0ull), ~0ull - 1);
  EXPECT_EQ(apply(Operation::WideRem, 64, 0, {5, 64}, {7, 64}, {1000000007, 64}), 911720033u);
}

TEST(Fits, TellsWidthsThatGoTogether) {
  EXPECT_TRUE(fits(Operation::Add, 8, 0, 8, 8, 0));
  EXPECT_FALSE(fits(Operation::Add, 8, 0, 8, 16, 0));
  EXPECT_FALSE(fits(Operation::Add, 16, 0, 8, 8, 0));
  EXPECT_TRUE(fits(Operation::ULess, 1, 0, 8, 8, 0));
  EXPECT_FALSE(fits(Operation::ULess, 8, 0, 8, 8, 0));
  EXPECT_FALSE(fits(Operation::Choose, 8, 0, 8, 8, 8));
  EXPECT_FALSE(fits(Operation::ZeroExtend, 8, 0, 8, 0, 0));
  EXPECT_TRUE(fits(Operation::Extract, 8, 8, 16, 0, 0));
  EXPECT_FALSE(fits(Operation::Extract, 8, 9, 16, 0, 0));
  EXPECT_FALSE(fits(Operation::Extract, 1, 65535, 16, 0, 0));
  EXPECT_TRUE(fits(Operation::Concat, 64, 0, 63, 1, 0));
  EXPECT_FALSE(fits(Operation::Concat, 65, 0, 64, 1, 0));
  EXPECT_FALSE(fits(Operation::Constant, 0, 0, 0, 0, 0));
}

} // namespace
} // namespace expr
