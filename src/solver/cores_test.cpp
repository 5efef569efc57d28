#include "solver/cores.h"

#include "solver/testing/fake_layer.h"
#include "solver/testing/test_terms.h"

#include <gtest/gtest.h>

namespace solver {
namespace {

using expr::Operation;
using expr::TermId;

/// Conditions over the bytes of a run, each run with a pool of its own.
struct RunTerms {
  TermId less(std::uint32_t input, std::uint64_t bound, unsigned width = 8) {
    return pool.make(Operation::ULess, 1, pool.input(width, input), pool.constant(width, bound));
  }
  TermId above(std::uint32_t input, std::uint64_t bound, unsigned width = 8) {
    return pool.make(Operation::ULess, 1, pool.constant(width, bound), pool.input(width, input));
  }
  TermId below(std::uint32_t a, std::uint32_t b) {
    return pool.make(Operation::ULess, 1, pool.input(8, a), pool.input(8, b));
  }
  expr::Pool pool;
};

class CoresTest : public testing::Test {
protected:
  Answer ask(RunTerms &run, std::vector<TermId> conditions,
             std::vector<std::uint64_t> current = {}) {
    Slice slice(run.pool, std::move(conditions), current, scratch);
    return cores.solve(slice);
  }
  /// Learns that all of these contradict each other.
  void teach(RunTerms &run, std::vector<TermId> conditions) {
    Unsat unsat;
    for (std::size_t i = 0; i < conditions.size(); ++i)
      unsat.core.push_back(i);
    next.answer = unsat;
    ask(run, std::move(conditions));
    next.answer = Unknown{"asked the next layer"};
    next.asked.clear();
  }

  Meter meter;
  TermMarks scratch;
  FakeLayer next;
  Cores cores{next, meter};
  RunTerms first, second;
};

TEST_F(CoresTest, KnowsAContradictionUnderOtherNames) {
  teach(first, {first.above(3, 20), first.less(3, 10)});
  const Answer answer = ask(second, {second.less(5, 7), second.above(7, 20), second.less(7, 10)});
  ASSERT_TRUE(std::holds_alternative<Unsat>(answer)) << "in another run";
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{1, 2}));
  EXPECT_TRUE(std::get<Unsat>(answer).learnt);
  EXPECT_TRUE(next.asked.empty());
  EXPECT_EQ(meter.counts().answers.at("cores: unsat"), 1u);
}

TEST_F(CoresTest, NamesMustFit) {
  teach(first, {first.above(3, 20), first.less(3, 10)});
  ask(second, {second.above(7, 20), second.less(8, 10)});
  EXPECT_EQ(next.asked.size(), 1u) << "of two inputs";
  ask(second, {second.above(7, 20), second.less(7, 11)});
  EXPECT_EQ(next.asked.size(), 2u) << "another number";
  ask(second, {second.above(9, 20, 16), second.less(9, 10, 16)});
  EXPECT_EQ(next.asked.size(), 3u) << "another width";
}

TEST_F(CoresTest, FindsTheWayAmongConditionsOfOneForm) {
  // a < b < c < a
  teach(first, {first.below(0, 1), first.below(1, 2), first.below(2, 0)});
  ask(second, {second.below(4, 5), second.below(5, 6), second.below(7, 4)});
  EXPECT_EQ(next.asked.size(), 1u) << "no ring";
  const Answer ring = ask(second, {second.below(4, 5), second.below(5, 6), second.below(5, 7),
                                   second.below(7, 8), second.below(7, 4)});
  ASSERT_TRUE(std::holds_alternative<Unsat>(ring));
  EXPECT_EQ(std::get<Unsat>(ring).core, (std::vector<std::size_t>{0, 2, 4}));
}

TEST_F(CoresTest, TwoInputsMayBecomeOne) {
  // a < 10, b above 20, b < c, c < d, d < a
  teach(first, {first.less(0, 10), first.above(1, 20), first.below(1, 2), first.below(3, 0),
                first.below(2, 3)});
  const Answer answer = ask(second, {second.less(4, 10), second.above(5, 20), second.below(5, 6),
                                     second.below(5, 4), second.below(6, 5)});
  EXPECT_TRUE(std::holds_alternative<Unsat>(answer)) << "b and d are the same";
}

/// Where a condition has no form, nothing can be said of the others.
TEST_F(CoresTest, LearnsNothingFromWhatHasNoForm) {
  TermId sum = first.pool.input(8, 0);
  for (std::uint32_t i = 0; i < 4000; ++i)
    sum = first.pool.make(Operation::Add, 8, first.pool.make(Operation::Mul, 8, sum, sum),
                          first.pool.input(8, i % 50));
  teach(first, {first.above(0, 20), first.pool.equal(sum, first.pool.constant(8, 7))});
  ask(second, {second.above(0, 20)});
  EXPECT_EQ(next.asked.size(), 1u);
}

TEST_F(CoresTest, ForgetsTheOldest) {
  for (std::uint32_t i = 0; i < 5000; ++i)
    teach(first, {first.above(0, 2 * i + 1, 32), first.less(0, i, 32)});
  EXPECT_TRUE(std::holds_alternative<Unsat>(
      ask(second, {second.above(0, 2 * 4999 + 1, 32), second.less(0, 4999, 32)})));
  ask(second, {second.above(0, 2 * 10 + 1, 32), second.less(0, 10, 32)});
  EXPECT_EQ(next.asked.size(), 1u);
}

TEST(Shapes, LargeConditionsHaveNone) {
  expr::Pool pool;
  TermId sum = pool.input(32, 0);
  for (std::uint32_t i = 1; i < 4000; ++i)
    sum = pool.make(Operation::Add, 32, pool.make(Operation::Mul, 32, sum, sum), pool.input(32, i));
  Shapes shapes;
  EXPECT_TRUE(shapes.of(pool, pool.equal(sum, pool.constant(32, 77))).isNone());
  EXPECT_FALSE(shapes.of(pool, pool.equal(pool.input(32, 0), pool.constant(32, 77))).isNone());
}

/// The pool puts first what was made first.
TEST(Shapes, DoNotDependOnWhatWasMadeFirst) {
  const auto condition = [](expr::Pool &pool, bool productFirst) {
    const TermId a = pool.input(32, 0);
    TermId product, quotient;
    for (const bool isProduct : {productFirst, !productFirst})
      if (isProduct)
        product = pool.make(Operation::Mul, 32, a, pool.constant(32, 7));
      else
        quotient = pool.make(Operation::UDiv, 32, a, pool.constant(32, 5));
    return pool.make(Operation::ULess, 1, pool.make(Operation::Add, 32, product, quotient), a);
  };
  expr::Pool one, other;
  const TermId first = condition(one, true), second = condition(other, false);
  Shapes shapes;
  EXPECT_EQ(shapes.of(one, first).form, shapes.of(other, second).form);
}

/// The same operations on the same inputs, but not in the same places.
TEST(Shapes, SayWhatBelongsWhere) {
  expr::Pool pool;
  const TermId a = pool.input(8, 0), b = pool.input(8, 1);
  const TermId difference = pool.make(Operation::Sub, 8, a, b);
  Shapes shapes;
  EXPECT_NE(shapes.of(pool, pool.make(Operation::ULess, 1, difference, a)).form,
            shapes.of(pool, pool.make(Operation::ULess, 1, difference, b)).form);
}

/// Random conditions of one form are the same condition.
TEST(Shapes, EqualFormsAreEqual) {
  Shapes shapes;
  struct Known {
    std::unique_ptr<expr::Pool> pool;
    TermId condition;
    Shape shape;
  };
  std::map<std::uint32_t, std::vector<Known>> known; // by form
  unsigned compared = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    auto pool = std::make_unique<expr::Pool>();
    TestTerms terms(*pool, {3, 3, 3}, seed);
    const TermId condition = terms.conditions(1, 2)[0];
    const Shape shape = shapes.of(*pool, condition);
    for (const Known &other : known[shape.form]) {
      ASSERT_EQ(other.shape.inputs.size(), shape.inputs.size());
      for (unsigned round = 0; round < 20; ++round) {
        std::vector<std::uint64_t> here = terms.randomInputs(), there = here;
        for (std::size_t i = 0; i < shape.inputs.size(); ++i)
          there[other.shape.inputs[i]] = here[shape.inputs[i]];
        expr::Evaluator evaluate(*pool, here), evaluateOther(*other.pool, there);
        ASSERT_EQ(evaluate(condition), evaluateOther(other.condition)) << "seed " << seed;
        ++compared;
      }
    }
    known[shape.form].push_back({std::move(pool), condition, shape});
  }
  EXPECT_GT(compared, 1000u);
}

} // namespace
} // namespace solver
