#include "solver/constants.h"

#include "solver/testing/fake_layer.h"

#include <gtest/gtest.h>

namespace solver {
namespace {

using expr::Operation;
using expr::TermId;

class ConstantsTest : public testing::Test {
protected:
  Answer solve(std::vector<TermId> conditions, std::vector<std::uint64_t> current) {
    return constants.solve({pool, std::move(conditions), std::move(current)});
  }
  TermId less(unsigned bound) {
    return pool.make(Operation::ULess, 1, pool.input(8, 0), pool.constant(8, bound));
  }

  expr::Pool pool;
  Meter meter;
  RunValues run;
  FakeSolver next;
  Constants constants{next, run, meter};
};

TEST_F(ConstantsTest, WhatIsAlwaysFalseIsTheCore) {
  const Answer answer = solve({less(9), pool.boolean(false)}, {3});
  EXPECT_EQ(std::get<Unsat>(answer).core, std::vector<std::size_t>{1});
}

TEST_F(ConstantsTest, AConditionAndItsNegationAreTheCore) {
  const std::vector<TermId> conditions{less(3), less(9), pool.boolean(true),
                                       pool.negation(less(9))};
  for (const std::uint64_t value : {0, 4, 200})
    EXPECT_EQ(std::get<Unsat>(solve(conditions, {value})).core, (std::vector<std::size_t>{1, 3}));
  EXPECT_TRUE(next.asked.empty());
}

TEST_F(ConstantsTest, WhatHoldsAlreadyNeedsNoChange) {
  EXPECT_TRUE(std::get<Sat>(solve({less(9), pool.boolean(true)}, {3})).assignment.empty());
  EXPECT_TRUE(next.asked.empty());
}

TEST_F(ConstantsTest, TheNextLayerGetsTheRestAndItsCoreIsTranslated) {
  next.answer = Unsat{{0, 1}};
  const Answer answer =
      solve({pool.boolean(true), less(9), less(9), pool.boolean(true), less(3)}, {5});
  EXPECT_EQ(next.asked, (std::vector<std::vector<TermId>>{{less(9), less(3)}}));
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{1, 4}));
}

TEST_F(ConstantsTest, ValuesBelongToTheirRunAndPool) {
  EXPECT_TRUE(std::holds_alternative<Sat>(solve({less(9)}, {5})));
  EXPECT_TRUE(std::holds_alternative<Unknown>(solve({less(9)}, {10})));
  EXPECT_TRUE(std::holds_alternative<Sat>(solve({less(9)}, {8})));
  const TermId before = less(9);
  pool = expr::Pool(); // at the same address, with other terms
  const TermId other = pool.equal(pool.input(8, 0), pool.constant(8, 77));
  EXPECT_EQ(before.index, other.index) << "or this test tests nothing";
  EXPECT_TRUE(std::holds_alternative<Unknown>(solve({other}, {8})));
}

} // namespace
} // namespace solver
