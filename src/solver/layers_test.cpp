// The layers below slicing, each alone: what it answers, and what it leaves to the next.
#include "solver/exhaustion.h"
#include "solver/inversion.h"
#include "solver/recent_assignments.h"
#include "solver/testing/layer_test.h"
#include "solver/testing/test_terms.h"

#include <gtest/gtest.h>

namespace solver {
namespace {

using expr::Operation;
using expr::TermId;

class LayersTest : public LayerTest {
protected:
  TermId wide(TermId term, unsigned width = 32) {
    return pool.make(Operation::ZeroExtend, width, term);
  }

  RecentAssignments recent{next, meter};
  Inversion inversion{next, meter};
  Exhaustion exhaustion{next, meter};
};

TEST_F(LayersTest, RecentAssignmentsAreTried) {
  const TermId big = op(Operation::ULess, number(100), x());
  const TermId product = pool.equal(op(Operation::Mul, x(), x(1)), number(770));
  next.answer = Sat{{{0, 110}, {1, 7}}};
  EXPECT_EQ(assignmentOf(recent, {big, product}, {1, 1}), (Assignment{{0, 110}, {1, 7}}));
  EXPECT_EQ(assignmentOf(recent, {product}, {110, 1}), (Assignment{{1, 7}}))
      << "over the same inputs";
  EXPECT_EQ(next.asked.size(), 1u);
  next.answer = Unknown{"no"};
  EXPECT_TRUE(std::holds_alternative<Unknown>(ask(recent, {big}, {1}))) << "over other inputs";
}

TEST_F(LayersTest, InversionUndoesOneOperationAfterTheOther) {
  // (x * 5 ^ 0x1234) - 77 == 1000
  const TermId sum =
      op(Operation::Sub, op(Operation::Xor, op(Operation::Mul, x(), number(5)), number(0x1234)),
         number(77));
  const Assignment assignment = assignmentOf(inversion, {pool.equal(sum, number(1000))}, {1});
  EXPECT_EQ((static_cast<std::uint32_t>(assignment.at(0) * 5) ^ 0x1234u) - 77u, 1000u);
}

TEST_F(LayersTest, InversionSetsAllBytesOfAWord) {
  TermId word = wide(x(0, 8));
  for (std::uint32_t i = 1; i < 4; ++i)
    word = op(Operation::Or, word, op(Operation::Shl, wide(x(i, 8)), number(8 * i)));
  EXPECT_EQ(assignmentOf(inversion, {pool.equal(word, number(0x464c457f))}, {1, 2, 3, 4}),
            (Assignment{{0, 0x7f}, {1, 0x45}, {2, 0x4c}, {3, 0x46}}));
  TermId joined = x(0, 8);
  for (std::uint32_t i = 1; i < 4; ++i)
    joined = pool.make(Operation::Concat, 8 * (i + 1), x(i, 8), joined);
  EXPECT_EQ(
      assignmentOf(inversion, {op(Operation::ULess, number(0x00ffffff), joined)}, {1, 2, 3, 0}),
      (Assignment{{3, 1}}))
      << "the others need no change";
}

TEST_F(LayersTest, InversionMeetsBounds) {
  const TermId minusOne = number(~0ull);
  const std::vector<std::uint64_t> current{50};
  EXPECT_EQ(assignmentOf(inversion, {op(Operation::SLess, x(), number(0))}, current),
            (Assignment{{0, 0xffffffff}}));
  EXPECT_EQ(assignmentOf(inversion, {op(Operation::SLess, minusOne, x())}, {0x80000000}),
            (Assignment{{0, 0}}));
  EXPECT_EQ(assignmentOf(inversion, {op(Operation::ULessEqual, number(51), x())}, current),
            (Assignment{{0, 51}}));
  EXPECT_EQ(assignmentOf(inversion, {pool.negation(pool.equal(x(), number(50)))}, current).size(),
            1u);
  EXPECT_EQ(assignmentOf(
                inversion,
                {pool.negation(pool.equal(x(), number(49))), op(Operation::ULess, x(), number(50))},
                current),
            (Assignment{{0, 48}}))
      << "the value at the bound is taken";
}

TEST_F(LayersTest, InversionReadsNumbersDigitByDigit) {
  TermId value = number(0);
  std::vector<TermId> conditions;
  std::vector<std::uint64_t> current;
  for (std::uint32_t i = 0; i < 6; ++i) {
    const TermId digit = op(Operation::Sub, wide(x(i, 8)), number('0'));
    conditions.push_back(op(Operation::ULess, digit, number(10)));
    value = op(Operation::Add, op(Operation::Mul, value, number(10)), digit);
    current.push_back('1');
  }
  conditions.push_back(pool.equal(value, number(429496)));
  EXPECT_EQ(assignmentOf(inversion, conditions, current),
            (Assignment{{0, '4'}, {1, '2'}, {2, '9'}, {3, '4'}, {4, '9'}, {5, '6'}}));
}

TEST_F(LayersTest, InversionLeavesWhatItCannotUndo) {
  const Answer answer = ask(inversion, {pool.equal(op(Operation::Mul, x(), x()), number(2))}, {1});
  EXPECT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(next.asked.size(), 1u);
}

TEST_F(LayersTest, ExhaustionProvesAndNamesTheGuilty) {
  const TermId byte = x(0, 8);
  const Answer answer =
      ask(exhaustion,
          {op(Operation::ULess, byte, number(200, 8)), op(Operation::ULess, number(10, 8), byte),
           op(Operation::ULess, byte, number(10, 8))},
          {50});
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{1, 2}));
}

TEST_F(LayersTest, ExhaustionTriesOnlyTheInputsThatMatter) {
  // The flipped condition is about one byte; the other one ties it to a wide input.
  const TermId byte = x(0, 8);
  const TermId tie = op(Operation::ULess, op(Operation::Mul, wide(byte), x(1)), number(1000));
  const TermId square =
      pool.equal(op(Operation::And, op(Operation::Mul, byte, byte), number(63, 8)), number(57, 8));
  EXPECT_EQ(assignmentOf(exhaustion, {tie, square}, {3, 10}), (Assignment{{0, 11}}))
      << "121 is 1111001";
  const Answer impossible =
      ask(exhaustion, {tie, pool.equal(op(Operation::Mul, byte, byte), number(2, 8))}, {3, 10});
  EXPECT_EQ(std::get<Unsat>(impossible).core, std::vector<std::size_t>{1});
}

TEST_F(LayersTest, ExhaustionLeavesWideInputs) {
  EXPECT_TRUE(std::holds_alternative<Unknown>(ask(exhaustion, {pool.equal(x(), number(3))}, {1})));
  EXPECT_EQ(next.asked.size(), 1u);
}

/// Every layer must be right about random conditions, or pass them on.
TEST(LayersAlone, AgreeWithTryingEverything) {
  Meter meter;
  FakeLayer next;
  Inversion inversion(next, meter);
  Exhaustion exhaustion(next, meter);
  TermMarks scratch;
  unsigned answered = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    expr::Pool pool;
    TestTerms terms(pool, {5, 3, 4}, seed);
    Query query{pool, terms.conditions(1 + terms.below(3), 3), terms.randomInputs()};
    for (Layer *layer : {static_cast<Layer *>(&inversion), static_cast<Layer *>(&exhaustion)}) {
      Slice slice(pool, query.conditions, query.current, scratch);
      const Answer answer = layer->solve(slice);
      if (std::holds_alternative<Unknown>(answer))
        continue;
      ++answered;
      EXPECT_EQ(problemOf(terms, query, answer), "") << "seed " << seed;
    }
  }
  EXPECT_GT(answered, 3000u);
}

} // namespace
} // namespace solver
