#include "solver/orders.h"

#include "solver/layer_test.h"
#include "solver/test_terms.h"

#include <gtest/gtest.h>

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
      const expr::Operation operations[] = {ULess, ULessEqual, SLess, SLessEqual, Equal};
      const expr::TermId a = operand(), b = operand();
      expr::TermId condition = pool.make(operations[terms.below(5)], 1, a, b);
      if (terms.below(3) == 0)
        condition = pool.negation(condition);
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
