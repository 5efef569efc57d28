#include "solver/chain.h"

#include "solver/slicing.h"
#include "solver/testing/test_terms.h"
#include "solver/z3/z3_layer.h"

#include <gtest/gtest.h>

namespace solver {
namespace {

using expr::Operation;
using expr::TermId;

std::unique_ptr<Chain> chain(const Limits &limits = {}) {
  auto made = Chain::make(limits);
  EXPECT_TRUE(made) << made.error().message;
  return std::move(*made);
}

/// Queries over two or three inputs with few bits together, checked by trying everything.
void compareWithTryingEverything(Solver &solver, std::uint64_t seed, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) {
    expr::Pool pool;
    const std::vector<unsigned> widths =
        round % 2 == 0 ? std::vector<unsigned>{5, 3, 4} : std::vector<unsigned>{8, 3};
    TestTerms terms(pool, widths, seed + round);
    Query query{pool, terms.conditions(1 + terms.below(4), 3), terms.randomInputs()};
    EXPECT_EQ(problemOf(terms, query, solver.solve(query)), "") << "seed " << seed + round;
  }
}

TEST(Chain, AgreesWithTryingEverything) { compareWithTryingEverything(*chain(), 1, 3000); }

TEST(Chain, Z3AloneAgreesWithTryingEverything) {
  Meter meter;
  RunValues run;
  auto z3 = z3worker::Z3Layer::make({}, meter);
  ASSERT_TRUE(z3);
  Slicing slicing(**z3, run, meter);
  compareWithTryingEverything(slicing, 100'000, 1000);
}

/// One pool for many queries, as in a search: whatever is remembered must stay true.
TEST(Chain, RemembersOnlyTheTruth) {
  expr::Pool pool;
  TestTerms terms(pool, {5, 3, 4}, 7);
  const std::vector<TermId> conditions = terms.conditions(40, 2);
  const auto solver = chain();
  for (unsigned round = 0; round < 3000; ++round) {
    Query query{pool, {}, terms.randomInputs()};
    for (std::size_t count = 1 + terms.below(5); count > 0; --count)
      query.conditions.push_back(conditions[terms.below(conditions.size())]);
    if (terms.below(2) == 0)
      query.conditions.back() = pool.negation(query.conditions.back());
    EXPECT_EQ(problemOf(terms, query, solver->solve(query)), "") << "round " << round;
  }
}

/// x < y is linear; 6 < x * y is too while x or y keeps its value, which is 0 in the run.
TEST(Chain, ChoicesOfLayers) {
  for (const Choice choice :
       {Choice::All, Choice::Linear, Choice::NonLinear, Choice::Intervals, Choice::Search}) {
    expr::Pool pool;
    const TermId x = pool.input(64, 0), y = pool.input(64, 1);
    const TermId six = pool.constant(64, 0x4018'0000'0000'0000); // 6.0
    const TermId product = pool.make(Operation::FMul, 64, x, y);
    const auto solver = chain({.choice = choice});
    const auto isSolved = [&](TermId condition) {
      return std::holds_alternative<Sat>(solver->solve({pool, {condition}, {0, 0}}));
    };
    EXPECT_TRUE(isSolved(pool.make(Operation::FLess, 1, x, y)));
    EXPECT_EQ(isSolved(pool.make(Operation::FLess, 1, six, product)), choice != Choice::Linear);
  }
}

TEST(Chain, SameQueriesSameAnswers) {
  std::vector<std::string> texts;
  for (int repeat = 0; repeat < 2; ++repeat) {
    const auto solver = chain();
    std::string text;
    for (std::uint64_t seed = 1; seed < 200; ++seed) {
      expr::Pool pool;
      TestTerms terms(pool, {32, 32, 16}, seed);
      Query query{pool, terms.conditions(1 + terms.below(4), 3), terms.randomInputs()};
      const Answer answer = solver->solve(query);
      text += std::to_string(answer.index());
      if (const Sat *sat = std::get_if<Sat>(&answer))
        for (const auto &[input, value] : sat->assignment)
          text += " " + std::to_string(input) + "=" + std::to_string(value);
    }
    texts.push_back(text);
  }
  EXPECT_EQ(texts[0], texts[1]);
}

/// A loop over 30 bytes that ran 2500 times. Time is not asserted; ctest's limit would strike if a
/// flip took long.
TEST(Chain, FlipsBranchesOfALongPath) {
  expr::Pool pool;
  std::vector<std::uint64_t> current;
  for (unsigned i = 0; i < 30; ++i)
    current.push_back(i * 37 % 256);
  std::vector<TermId> conditions;
  const auto branch = [&](TermId condition) {
    expr::Evaluator value(pool, current);
    conditions.push_back(value(condition) ? condition : pool.negation(condition));
  };
  for (std::uint32_t i = 0; conditions.size() < 5000; ++i) {
    const auto wide = [&](std::uint32_t input) {
      return pool.make(Operation::ZeroExtend, 32, pool.input(8, input % 30));
    };
    const TermId sum = pool.make(Operation::Add, 32, wide(i), wide(i * 7 + 1));
    branch(pool.make(Operation::ULess, 1, sum, pool.constant(32, 40 + i % 400)));
    branch(pool.equal(pool.input(8, i % 30), pool.constant(8, i / 30)));
  }
  const auto solver = chain();
  unsigned solved = 0;
  for (std::size_t i = 49; i < conditions.size(); i += 50) {
    Query query{pool, {conditions.begin(), conditions.begin() + i}, current};
    query.conditions.push_back(pool.negation(conditions[i]));
    const Answer answer = solver->solve(query);
    ASSERT_FALSE(std::holds_alternative<Unknown>(answer)) << std::get<Unknown>(answer).why;
    const Sat *sat = std::get_if<Sat>(&answer);
    if (!sat)
      continue;
    ++solved;
    std::vector<std::uint64_t> inputs = current;
    for (const auto &[input, value] : sat->assignment)
      inputs[input] = value;
    expr::Evaluator value(pool, inputs);
    for (const TermId condition : query.conditions)
      ASSERT_NE(value(condition), 0u);
  }
  EXPECT_GT(solved, 0u);
}

/// To find the factors of a product of primes takes more conflicts than a quick query has.
TEST(Chain, AQuickQueryIsNotTriedHard) {
  expr::Pool pool;
  const TermId x = pool.input(64, 0), y = pool.input(64, 1);
  const auto number = [&](std::uint64_t value) { return pool.constant(64, value); };
  const auto isBetween = [&](TermId term) {
    return pool.conjunction(pool.make(Operation::ULess, 1, number(1), term),
                            pool.make(Operation::ULess, 1, term, number(1u << 20)));
  };
  const TermId product = pool.make(Operation::Mul, 64, x, y);
  const Query query{
      pool,
      {isBetween(x), isBetween(y), pool.equal(product, number(1'000'003ull * 999'983))},
      {2, 3},
      Effort::Quick};
  const auto solver = chain();
  const Answer answer = solver->solve(query);
  const auto *unknown = std::get_if<Unknown>(&answer);
  ASSERT_TRUE(unknown);
  EXPECT_EQ("effort", unknown->why);
}

TEST(Chain, SaysWhoAnswered) {
  const auto solver = chain();
  expr::Pool pool;
  solver->solve({pool, {pool.equal(pool.input(32, 0), pool.constant(32, 5))}, {1}});
  solver->solve({pool, {pool.boolean(false)}, {1}});
  const Counts &counts = solver->counts();
  EXPECT_EQ(counts.answers,
            (std::map<std::string, std::uint64_t>{{"constants: unsat", 1}, {"inversion: sat", 1}}));
  EXPECT_TRUE(counts.seconds.contains("slicing"));
}

} // namespace
} // namespace solver
