#include "library/numbers_floating.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <bit>
#include <cerrno>
#include <cmath>
#include <limits>
#include <vector>

namespace library {
namespace {

/// Numbers of every kind: special ones, and random bits.
template <class Number, class Bits> std::vector<Number> numbers() {
  using Limits = std::numeric_limits<Number>;
  std::vector<Number> all = {0,
                             -Number{0},
                             1,
                             -1,
                             Number{0.5},
                             Limits::min(),
                             Limits::denorm_min(),
                             -Limits::denorm_min() * 3,
                             Limits::max(),
                             Limits::lowest(),
                             Limits::infinity(),
                             -Limits::infinity(),
                             Limits::quiet_NaN(),
                             Number{1e6} + Number{0.75}};
  support::Rng rng(7);
  for (int i = 0; i < 300; ++i)
    all.push_back(std::bit_cast<Number>(static_cast<Bits>(rng.below(~0ull))));
  return all;
}

template <class Number> void expectSame(Number expected, Number got) {
  EXPECT_TRUE((std::isnan(expected) && std::isnan(got)) ||
              (expected == got && std::signbit(expected) == std::signbit(got)))
      << expected << " " << got;
}

template <class Number, class Library, class Ours>
void expectSameScaling(const std::vector<Number> &all, Library library, Ours ours) {
  for (const Number x : all)
    for (const int n : {0,    1,    -1,    20,   -20,   126,  -126,  149,  -149,    300,
                        -300, 1023, -1022, 1074, -1074, 2000, -2000, 2098, 1 << 30, -(1 << 30)}) {
      errno = 0;
      const Number expected = library(x, n);
      const int error = errno;
      errno = 0;
      expectSame(expected, ours(x, n));
      EXPECT_EQ(error, errno) << x << " " << n;
    }
}

TEST(FloatingLibrary, NumbersAreScaledAsTheLibraryDoes) {
  expectSameScaling(numbers<double, std::uint64_t>(), ::ldexp, OURS(ldexp));
  expectSameScaling(numbers<float, std::uint32_t>(), ::ldexpf, OURS(ldexpf));
  expectSameScaling(numbers<double, std::uint64_t>(), ::scalbn, OURS(scalbn));
  expectSameScaling(numbers<float, std::uint32_t>(), ::scalbnf, OURS(scalbnf));
}

template <class Number, class Library, class Ours>
void expectSameParts(const std::vector<Number> &all, Library library, Ours ours) {
  for (const Number x : all) {
    int expectedExponent = 7, exponent = 8;
    expectSame(library(x, &expectedExponent), ours(x, &exponent));
    EXPECT_EQ(expectedExponent, exponent) << x;
  }
}

TEST(FloatingLibrary, FractionsAndExponents) {
  expectSameParts(numbers<double, std::uint64_t>(), ::frexp, OURS(frexp));
  expectSameParts(numbers<float, std::uint32_t>(), ::frexpf, OURS(frexpf));
}

TEST(FloatingLibrary, FractionsAndWholes) {
  for (const double x : numbers<double, std::uint64_t>()) {
    double expected = 0, got = 0;
    expectSame(::modf(x, &expected), OURS(modf)(x, &got));
    expectSame(expected, got);
  }
  for (const float x : numbers<float, std::uint32_t>()) {
    float expected = 0, got = 0;
    expectSame(::modff(x, &expected), OURS(modff)(x, &got));
    expectSame(expected, got);
  }
}

} // namespace
} // namespace library
