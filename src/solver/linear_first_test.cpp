#include "solver/linear_first.h"

#include "solver/bits/bits_layer.h"
#include "solver/search/search_layer.h"
#include "solver/testing/layer_test.h"
#include "solver/testing/test_terms.h"
#include "solver/z3/z3_layer.h"

#include <bit>
#include <gtest/gtest.h>

namespace solver {
namespace {

using expr::Operation;
using expr::TermId;

class LinearFirstTest : public LayerTest {
protected:
  TermId magnitude(TermId a) {
    return pool.make(Operation::And, 64, a, pool.constant(64, ~0ull >> 1));
  }
  std::uint64_t count(const std::string &what) {
    const auto &answers = meter.counts().answers;
    return answers.contains(what) ? answers.at(what) : 0;
  }

  Meter linearMeter;
  GiveUp giveUp;
  bits::BitsLayer linearBits{giveUp, linearMeter};
};

const char *const inTheWay = "linear: unknown (what was replaced is in the way)";

/// Fig. 8: if (y > 0) z = x * y; the target is z < 0. With x = 1 put in there is no solution, but
/// what was put in takes part in the contradiction; so the product itself is asked about (Fig. 9).
TEST_F(LinearFirstTest, ReplacedValuesDoNotProve) {
  bits::BitsLayer full(next, meter);
  LinearFirst linear(linearBits, full, meter);
  const TermId x = LayerTest::x(0), y = LayerTest::x(1);
  const auto small = [&](TermId a) { // no product runs over
    return op(Operation::ULess, op(Operation::Add, a, number(1000)), number(2000));
  };
  const Answer answer = ask(linear,
                            {small(x), small(y), op(Operation::SLess, number(0), y),
                             op(Operation::SLess, op(Operation::Mul, x, y), number(0))},
                            {1, 1});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
  EXPECT_LT(static_cast<std::int32_t>(std::get<Sat>(answer).assignment.at(0)), 0);
  EXPECT_EQ(count(inTheWay), 1u);
}

/// The same with doubles, as in the paper: Z3 answers the linear query, a search the other.
TEST_F(LinearFirstTest, ReplacedNumbersDoNotProve) {
  auto z3 = z3worker::Z3Layer::make({.steps = 20'000'000, .seconds = 60}, linearMeter);
  ASSERT_TRUE(z3);
  search::FitnessCompiler compiler;
  search::SearchLayer full(search::Effort::Quick, compiler, next, meter);
  LinearFirst linear(**z3, full, meter);
  const std::vector<std::uint64_t> current(2, std::bit_cast<std::uint64_t>(1.0));
  const TermId x = d(0), y = d(1), product = op(Operation::FMul, x, y);
  const Answer answer = ask(
      linear, {op(Operation::FLess, k(0.0), y), op(Operation::FLess, product, k(0.0))}, current);
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
  EXPECT_EQ(count(inTheWay), 1u);
  EXPECT_LT(std::bit_cast<double>(std::get<Sat>(answer).assignment.at(0)), 0.0);
}

/// Fig. 10: the absolute value of a cross product against a sum of two products.
TEST_F(LinearFirstTest, AskedInFullWhereLinearIsNotEnough) {
  search::FitnessCompiler compiler;
  search::SearchLayer full(search::Effort::Thorough, compiler, next, meter);
  LinearFirst linear(linearBits, full, meter);
  const TermId cross = magnitude(
      op(Operation::FSub, op(Operation::FMul, d(0), d(1)), op(Operation::FMul, d(2), d(3))));
  const TermId f = op(Operation::FAdd, op(Operation::FMul, d(4), magnitude(d(5))),
                      op(Operation::FMul, d(6), magnitude(d(7))));
  std::vector<TermId> conditions;
  std::vector<std::uint64_t> current;
  for (std::uint32_t input = 0; input < 8; ++input) {
    conditions.push_back(op(Operation::FLess, magnitude(d(input)), k(100.0)));
    current.push_back(std::bit_cast<std::uint64_t>(1.0 + input));
  }
  conditions.push_back(op(Operation::FLess, f, cross));
  const Answer answer = ask(linear, conditions, current);
  EXPECT_TRUE(std::holds_alternative<Sat>(answer));
  EXPECT_EQ(next.asked.size(), 0u);
}

TEST_F(LinearFirstTest, AContradictionWithoutReplacedTermsIsFinal) {
  LinearFirst linear(linearBits, next, meter);
  const TermId x = LayerTest::x(0), y = LayerTest::x(1);
  const Answer answer = ask(linear,
                            {op(Operation::SLess, number(0), y),
                             op(Operation::SLess, op(Operation::Mul, x, y), number(1000)),
                             op(Operation::SLess, y, number(0))},
                            {1, 1});
  ASSERT_TRUE(std::holds_alternative<Unsat>(answer));
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(next.asked.size(), 0u);
}

TEST_F(LinearFirstTest, LinearSolutionsAreSolutions) {
  LinearFirst linear(linearBits, next, meter);
  const TermId x = LayerTest::x(0), y = LayerTest::x(1);
  // x * y == 91 with x = 7: y = 13 is found without a multiplier
  const Answer answer =
      ask(linear,
          {pool.equal(op(Operation::Mul, x, y), number(91)), op(Operation::ULess, y, number(100))},
          {7, 1});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
  EXPECT_EQ(std::get<Sat>(answer).assignment, (Assignment{{1, 13}}));
  EXPECT_EQ(count("linear: sat"), 1u);
}

TEST_F(LinearFirstTest, HoldsWhatThisRunHas) {
  LinearFirst linear(linearBits, next, meter);
  const TermId x = LayerTest::x(0), y = LayerTest::x(1);
  const std::vector<TermId> conditions = {pool.equal(op(Operation::Mul, x, y), number(91)),
                                          op(Operation::ULess, y, number(100))};
  EXPECT_EQ(assignmentOf(linear, conditions, {7, 1}), (Assignment{{1, 13}}));
  EXPECT_EQ(assignmentOf(linear, conditions, {13, 1}), (Assignment{{1, 7}}));
}

/// The result of a function is held, and so are its operands, by a condition of their own; neither
/// proves anything.
TEST_F(LinearFirstTest, HeldFunctionsProveNothing) {
  FakeLayer below;
  LinearFirst linear(below, next, meter);
  const std::vector<TermId> conditions = {
      op(Operation::FLess, op(Operation::FAdd, of(PINCER_FUNCTION_sin, d(0)), d(1)), k(-5.0))};
  const Values current(2, std::bit_cast<std::uint64_t>(1.0));
  for (const std::vector<std::size_t> &core : {std::vector<std::size_t>{0}, {1}, {0, 1}}) {
    below.answer = Unsat{core};
    EXPECT_TRUE(std::holds_alternative<Unknown>(ask(linear, conditions, current)));
    EXPECT_EQ(below.asked.back().size(), 2u) << "what was asked, and that the operand is held";
  }
  EXPECT_EQ(next.asked.size(), 3u);
}

TEST_F(LinearFirstTest, SolutionsAreChecked) {
  FakeLayer below;
  LinearFirst linear(below, next, meter);
  below.answer = Sat{{{0, 2}, {1, 3}}};
  const Answer answer =
      ask(linear, {pool.equal(op(Operation::Mul, x(0), x(1)), number(91))}, {7, 1});
  EXPECT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(next.asked.size(), 1u);
}

TEST_F(LinearFirstTest, LinearPathsAreLeftAlone) {
  LinearFirst linear(linearBits, next, meter);
  ask(linear, {pool.equal(op(Operation::Mul, x(0), number(3)), number(21))}, {1});
  EXPECT_EQ(next.asked.size(), 1u);
  EXPECT_TRUE(meter.counts().answers.empty());
}

/// Every answer that it gives itself is right, also when the run changes.
TEST_F(LinearFirstTest, AgreesWithTryingEverything) {
  LinearFirst linear(linearBits, next, meter);
  unsigned answered = 0;
  for (std::uint64_t seed = 1; seed <= 700; ++seed) {
    expr::Pool own;
    TestTerms terms(own, {5, 3, 4}, seed);
    Query query{own, terms.conditions(1 + terms.below(3), 3), {}};
    for (int run = 0; run < 2; ++run) {
      query.current = terms.randomInputs();
      Slice slice(own, query.conditions, query.current, scratch);
      const Answer answer = linear.solve(slice);
      if (std::holds_alternative<Unknown>(answer))
        continue;
      ++answered;
      EXPECT_EQ(problemOf(terms, query, answer), "") << "seed " << seed;
    }
  }
  EXPECT_GT(answered, 200u);
}

} // namespace
} // namespace solver
