#include "solver/orders.h"

#include "expr/evaluator.h"
#include "solver/testing/layer_test.h"
#include "solver/testing/test_terms.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>

namespace solver {
namespace {

using enum expr::Operation;

class OrdersTest : public LayerTest {
protected:
  /// The conditions that can't hold together, empty: the next layer was asked.
  std::vector<std::size_t> core(const std::vector<TermId> &conditions, const Values &current) {
    const Answer answer = ask(orders, conditions, current);
    const Unsat *unsat = std::get_if<Unsat>(&answer);
    return unsat ? unsat->core : std::vector<std::size_t>();
  }
  TermId no(TermId condition) { return pool.negation(condition); }
  using Core = std::vector<std::size_t>;

  Orders orders{next, meter};
};

TEST_F(OrdersTest, Circles) {
  const TermId a = x(0), b = x(1), c = x(2);
  const Values ascending = {1, 2, 3};
  EXPECT_EQ(core({op(SLess, a, b), op(SLess, b, c), op(SLess, c, a)}, ascending), (Core{0, 1, 2}));
  EXPECT_EQ(core({op(SLess, a, b), op(ULess, b, c), op(SLess, c, a)}, ascending), Core());
  EXPECT_EQ(core({op(SLessEqual, a, b), op(SLessEqual, b, a)}, ascending), Core());
  EXPECT_EQ(core({no(op(Equal, a, b)), op(SLessEqual, a, b), op(SLessEqual, b, a)}, ascending),
            (Core{0, 1, 2}));
  EXPECT_EQ(core({op(ULessEqual, a, b), op(ULessEqual, b, c), op(Equal, a, c), no(op(Equal, a, b))},
                 {1, 1, 2}),
            (Core{0, 1, 2, 3}));
  // What takes no part is not in the core.
  EXPECT_EQ(core({op(ULess, a, c), op(ULess, a, b), op(ULess, b, c), op(Equal, b, a)}, ascending),
            (Core{1, 3}));
  EXPECT_EQ(core({op(And, op(SLess, a, b), op(SLess, c, a)), op(SLess, b, c)}, ascending),
            (Core{0, 1}));
}

TEST_F(OrdersTest, Constants) {
  const TermId a = x(0), b = x(1);
  EXPECT_EQ(core({op(SLess, a, b), op(SLess, number(10), a), op(SLess, b, number(5))}, {11, 12}),
            (Core{0, 1, 2}));
  EXPECT_EQ(core({op(ULess, a, b), op(ULess, number(5), a), op(ULess, b, number(10))}, {11, 12}),
            Core());
  // -1 is less than 5 with a sign only.
  EXPECT_EQ(core({op(SLess, a, b), op(SLess, number(-1), a), op(SLess, b, number(5))}, {11, 12}),
            Core());
}

TEST_F(OrdersTest, Numbers) {
  const TermId a = d(0), b = d(1), c = d(2);
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  const Values ascending = {bits(1), bits(2), bits(3)};
  EXPECT_EQ(core({op(FLess, a, b), op(FLess, b, c), op(FLess, c, a)}, ascending), (Core{0, 1, 2}));
  // A number that is not less may be no number at all, unless it is compared elsewhere.
  EXPECT_EQ(core({op(FLess, a, b), no(op(FLess, c, b)), op(FLessEqual, c, a)}, ascending),
            (Core{0, 1, 2}));
  EXPECT_EQ(core({no(op(FLess, b, a)), no(op(FLess, a, b)), no(op(FEqual, a, b))}, ascending),
            Core());
  EXPECT_EQ(core({op(FEqual, a, a), op(FEqual, b, b), no(op(FLess, b, a)), no(op(FLess, a, b)),
                  no(op(FEqual, a, b))},
                 ascending)
                .size(),
            5u);
  // The two zeros are equal.
  EXPECT_EQ(core({op(FLess, a, k(0.0)), op(FLess, k(-0.0), a)}, ascending), (Core{0, 1}));
  EXPECT_EQ(core({op(FLessEqual, a, k(-0.0)), op(FLessEqual, k(0.0), a)}, ascending), Core());
}

TEST_F(OrdersTest, OnlyWhatHoldsForSureCounts) {
  const TermId a = x(0), b = x(1), c = x(2);
  const Values ascending = {1, 2, 3};
  const TermId less = op(ULess, a, b), more = op(ULess, b, a), other = op(ULess, b, c);
  EXPECT_EQ(core({less, op(Or, more, other)}, {2, 1, 3}), Core()) << "one of two holds";
  EXPECT_EQ(core({less, no(op(And, less, other))}, ascending), Core()) << "one of two does not";
  EXPECT_EQ(core({op(Equal, a, b), no(op(Or, op(Equal, a, b), op(Equal, b, c)))}, ascending),
            (Core{0, 1}));
}

TEST_F(OrdersTest, NoNumberIsInNoOrder) {
  const TermId a = d(0), nan = k(std::numeric_limits<double>::quiet_NaN());
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  // No number is less than a NaN, nor greater.
  EXPECT_EQ(core({op(FLess, a, k(1.0)), no(op(FLess, a, nan)), no(op(FLess, nan, a)),
                  no(op(FEqual, a, nan))},
                 {bits(2)}),
            Core());
  // Unordered with something, it may be none itself.
  EXPECT_EQ(core({op(FUnordered, a, d(1)), no(op(FLess, a, k(1.0))), no(op(FLess, k(1.0), a)),
                  no(op(FEqual, a, k(1.0)))},
                 {bits(2), bits(3)}),
            Core());
  EXPECT_EQ(core({no(op(FUnordered, a, d(1))), no(op(FLess, a, k(1.0))), no(op(FLess, k(1.0), a)),
                  no(op(FEqual, a, k(1.0)))},
                 {bits(2), bits(3)})
                .size(),
            4u);
}

/// A random condition of comparisons, some of them joined.
template <class Compare> expr::TermId joined(expr::Pool &pool, TestTerms &terms, Compare compare) {
  expr::TermId condition = compare();
  if (terms.below(4) == 0)
    condition = pool.make(terms.below(2) == 0 ? And : Or, 1, condition, compare());
  return terms.below(3) == 0 ? pool.negation(condition) : condition;
}

/// No values that floats can have satisfy what is called a contradiction.
TEST(Orders, AreRightAboutRandomNumbers) {
  constexpr float infinite = std::numeric_limits<float>::infinity();
  const float values[] = {-infinite, -1, -0.0f,    0,
                          1,         2,  infinite, std::numeric_limits<float>::quiet_NaN()};
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  unsigned found = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    expr::Pool pool;
    TestTerms terms(pool, {32, 32, 32}, seed);
    const auto value = [&] { return bits(values[terms.below(std::size(values))]); };
    const auto operand = [&] {
      return terms.below(4) == 0 ? pool.constant(32, value())
                                 : pool.input(32, static_cast<std::uint32_t>(terms.below(3)));
    };
    std::vector<expr::TermId> conditions;
    for (std::uint64_t i = 0; i < 2 + terms.below(6); ++i) {
      const expr::TermId condition = joined(pool, terms, [&] {
        const expr::Operation operations[] = {FLess, FLessEqual, FEqual, FUnordered};
        const expr::TermId a = operand(), b = operand();
        return pool.make(operations[terms.below(4)], 1, a, b);
      });
      if (!pool.isConstant(condition))
        conditions.push_back(condition);
    }
    Meter meter;
    FakeLayer next;
    Orders orders(next, meter);
    TermMarks scratch;
    Slice slice(pool, conditions, std::vector<std::uint64_t>{value(), value(), value()}, scratch);
    const Answer answer = orders.solve(slice);
    const Unsat *unsat = std::get_if<Unsat>(&answer);
    if (!unsat)
      continue;
    ++found;
    for (std::size_t number = 0; number < 512; ++number) {
      const std::vector<std::uint64_t> inputs = {
          bits(values[number % 8]), bits(values[number / 8 % 8]), bits(values[number / 64])};
      expr::Evaluator evaluate(pool, inputs);
      ASSERT_TRUE(std::ranges::any_of(
          unsat->core, [&](std::size_t condition) { return evaluate(conditions[condition]) == 0; }))
          << "seed " << seed << ", values " << number;
    }
  }
  EXPECT_GT(found, 100u);
}

/// Every circle is a contradiction; brute force knows.
TEST(Orders, AreRightAboutRandomConditions) {
  unsigned found = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    expr::Pool pool;
    TestTerms terms(pool, {3, 3, 3}, seed);
    const auto operand = [&] {
      return terms.below(5) == 0 ? pool.constant(3, terms.below(8))
                                 : pool.input(3, static_cast<std::uint32_t>(terms.below(3)));
    };
    std::vector<expr::TermId> conditions;
    for (std::uint64_t i = 0; i < 2 + terms.below(6); ++i) {
      const expr::TermId condition = joined(pool, terms, [&] {
        const expr::Operation operations[] = {ULess, ULessEqual, SLess, SLessEqual, Equal};
        const expr::TermId a = operand(), b = operand();
        return pool.make(operations[terms.below(5)], 1, a, b);
      });
      if (!pool.isConstant(condition))
        conditions.push_back(condition);
    }
    if (conditions.empty())
      continue;
    Meter meter;
    FakeLayer next;
    Orders orders(next, meter);
    TermMarks scratch;
    const std::vector<std::uint64_t> current = terms.randomInputs();
    Slice slice(pool, conditions, current, scratch);
    const Answer answer = orders.solve(slice);
    if (!std::holds_alternative<Unsat>(answer))
      continue;
    ++found;
    ASSERT_EQ(problemOf(terms, {pool, conditions, current}, answer), "") << "seed " << seed;
  }
  EXPECT_GT(found, 100u);
}

} // namespace
} // namespace solver
