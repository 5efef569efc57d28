#include "expr/predicate.h"

#include "expr/evaluator.h"
#include "support/rng.h"

#include <bit>
#include <cstdint>
#include <gtest/gtest.h>

namespace expr {
namespace {

class Predicates : public testing::Test {
protected:
  Pool pool_;
  std::vector<NamedNumber> names_ = {
      {"i", pool_.input(32, 0), true, false}, {"u", pool_.input(32, 1), false, false},
      {"s", pool_.input(16, 2), true, false}, {"l", pool_.input(64, 3), true, false},
      {"d", pool_.input(64, 4), true, true},  {"f", pool_.input(32, 5), true, true},
      {"c", pool_.input(8, 6), false, false}};

  std::vector<bool> values(const std::string &text, std::vector<std::uint64_t> inputs) {
    auto conditions = readConditions(pool_, text, names_);
    EXPECT_TRUE(conditions) << (conditions ? "" : conditions.error().message);
    std::vector<bool> results;
    Evaluator evaluate(pool_, inputs);
    if (conditions)
      for (const TermId condition : *conditions) {
        EXPECT_EQ(pool_[condition].width, 1);
        results.push_back(evaluate(condition) != 0);
      }
    return results;
  }
};

// The same text, read by us and by the compiler, on random numbers of all sizes.
TEST_F(Predicates, MeanWhatTheyMeanInC) {
  support::Rng rng(7);
  const auto any = [&] {
    const std::uint64_t bits = rng.next() >> rng.below(64);
    return rng.below(2) ? bits : ~bits;
  };
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wparentheses"
  for (int round = 0; round < 2000; ++round) {
    const auto i = static_cast<std::int32_t>(any());
    const auto u = static_cast<std::uint32_t>(any());
    const auto s = static_cast<std::int16_t>(any());
    const auto l = static_cast<std::int64_t>(any());
    const double d = rng.below(2) ? static_cast<double>(l) / 3 : std::bit_cast<double>(any());
    const float f = static_cast<float>(i) / 7;
    const auto c = static_cast<std::uint8_t>(any());
    const std::vector<std::uint64_t> inputs = {static_cast<std::uint32_t>(i),
                                               u,
                                               static_cast<std::uint16_t>(s),
                                               static_cast<std::uint64_t>(l),
                                               std::bit_cast<std::uint64_t>(d),
                                               std::bit_cast<std::uint32_t>(f),
                                               c};
#define SAME(expression) EXPECT_EQ(values(#expression, inputs).at(0), static_cast<bool>(expression))
    SAME(i > 3);
    SAME(i < u);
    SAME(s < u);
    SAME(s + 1 > c * 2);
    SAME(l >= -5 && !(i == 0) || u);
    SAME(d < 0.5);
    SAME(d <= i);
    SAME(f > i / 3.0f);
    SAME(f != d);
    SAME((u & 0xff) == c);
    SAME((u >> 3) < 1000u);
    SAME((s >> 2) < -1);
    SAME(~c < -20);
    SAME(c - 200 < 0);
    SAME(l > 0x7fffffff);
    SAME(u > 0xfffffff0);
    SAME(i % 7 == 3);
    SAME(c == 'a');
    SAME(-u > 5);
    SAME((c | 1) ^ 3);
    SAME(1e3 < d);
#undef SAME
  }
#pragma GCC diagnostic pop
}

TEST_F(Predicates, SeveralStandSideBySide) {
  EXPECT_EQ(values("i > 3, i <= 3", {2}), (std::vector<bool>{false, true}));
  EXPECT_EQ(values(" ( i>3 ) ,i==2", {2}), (std::vector<bool>{false, true}));
}

TEST_F(Predicates, WhatCantBeReadIsAnError) {
  for (const char *text : {"", "i >", "x > 3", "i > 3,", "(i > 3", "i > 3 )", "d % 2 == 0", "~f",
                           "i = 3", "i > 3z", "f(i) > 2", "i > 'ab'", "0x", "1e", "@"})
    EXPECT_FALSE(readConditions(pool_, text, names_)) << text;
  EXPECT_FALSE(readConditions(pool_, std::string(100'000, '('), names_));
  EXPECT_FALSE(readConditions(pool_, std::string(100'000, '!') + "i", names_));
}

} // namespace
} // namespace expr
