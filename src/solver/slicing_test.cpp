#include "solver/slicing.h"

#include "solver/testing/fake_layer.h"

#include <gtest/gtest.h>

namespace solver {
namespace {

using expr::Operation;
using expr::TermId;

class SlicingTest : public testing::Test {
protected:
  TermId less(std::uint32_t a, std::uint32_t b) {
    return pool.make(Operation::ULess, 1, pool.input(8, a), pool.input(8, b));
  }
  TermId isZero(std::uint32_t a) { return pool.equal(pool.input(8, a), pool.constant(8, 0)); }
  Answer solve(std::vector<TermId> conditions, std::vector<std::uint64_t> current) {
    return slicing.solve({pool, std::move(conditions), std::move(current)});
  }

  expr::Pool pool;
  Meter meter;
  RunValues run;
  FakeLayer next;
  Slicing slicing{next, run, meter};
};

TEST_F(SlicingTest, KeepsWhatSharesInputsThroughOthers) {
  next.answer = Unsat{{0, 2}};
  // 0 < 1 < 2 hang together with the flipped one; 3 < 4 and 5 == 0 do not.
  const Answer answer =
      solve({less(3, 4), less(0, 1), isZero(5), less(1, 2), isZero(2)}, {1, 2, 3, 1, 2, 0});
  EXPECT_EQ(next.asked, (std::vector<std::vector<TermId>>{{less(0, 1), less(1, 2), isZero(2)}}));
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{1, 4}));
}

TEST_F(SlicingTest, EveryConditionThatDoesNotHoldCounts) {
  solve({isZero(0), isZero(1), isZero(2)}, {1, 0, 1});
  EXPECT_EQ(next.asked, (std::vector<std::vector<TermId>>{{isZero(0), isZero(2)}}));
}

TEST_F(SlicingTest, QueriesDoNotJoinInputsForLaterOnes) {
  solve({less(0, 1), isZero(1)}, {1, 2});
  solve({isZero(0), isZero(1)}, {0, 1});
  EXPECT_EQ(next.asked.back(), std::vector<TermId>{isZero(1)});
}

TEST_F(SlicingTest, TermsMadeLaterAreKnown) {
  solve({isZero(0)}, {1, 2, 3});
  solve({less(7, 0), isZero(0), isZero(8)}, {1, 0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(next.asked.back(), (std::vector<TermId>{less(7, 0), isZero(0)}));
}

/// A search goes from run to run and back.
TEST_F(SlicingTest, RunsAndPoolsAreKeptApart) {
  expr::Pool other;
  const TermId first = isZero(0), second = isZero(1);
  const TermId wide = other.equal(
      other.make(Operation::Mul, 8, other.input(8, 0), other.input(8, 1)), other.constant(8, 1));
  const TermId small = other.equal(other.input(8, 1), other.constant(8, 0));
  for (int repeat = 0; repeat < 3; ++repeat) {
    solve({first, second}, {0, 5});
    EXPECT_EQ(next.asked.back(), std::vector<TermId>{second});
    slicing.solve({other, {small, wide}, {3, 0}});
    EXPECT_EQ(next.asked.back(), (std::vector<TermId>{small, wide}));
    solve({first, second}, {5, 0});
    EXPECT_EQ(next.asked.back(), std::vector<TermId>{first});
  }
}

} // namespace
} // namespace solver
