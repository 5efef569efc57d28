#include "solver/z3/integer_arithmetic.h"

#include "solver/testing/layer_test.h"
#include "solver/testing/test_terms.h"
#include "solver/z3/integers_layer.h"

#include <gtest/gtest.h>

namespace solver::z3worker {
namespace {

using expr::Operation;
using expr::TermId;

/// As the layer asks, but in this process.
WireQuery queryOf(const expr::Pool &pool, std::span<const TermId> conditions) {
  TermMarks scratch;
  Slice slice(pool, {conditions.begin(), conditions.end()}, {}, scratch);
  WireQuery query{
      .kind = WireQuery::Kind::Integers, .steps = 20'000, .terms = {}, .conditions = {}};
  const auto operand = [](std::uint32_t position) { return position == Tape::none ? 0 : position; };
  for (std::uint32_t i = 0; i < slice.tape.size(); ++i) {
    const Tape::Node &node = slice.tape[i];
    query.terms.push_back(
        {node.operation, node.width, node.extra, operand(node.a), operand(node.b), operand(node.c),
         node.input != Tape::none ? slice.tape.inputs()[node.input].number : slice.tape.value(i)});
  }
  for (std::size_t i = 0; i < slice.conditions.size(); ++i)
    query.conditions.push_back(slice.tape.root(i));
  return query;
}

/// Two numbers that are given, and an operation on them: its value is ours, no other.
TEST(IntegerArithmetic, ComputesAsWeDo) {
  support::Rng rng(3);
  unsigned asked = 0, decided = 0;
  const auto interesting = [&](unsigned width) {
    const std::uint64_t corners[] = {
        0, 1, 3, 7, width - 1u, expr::maskOf(width), expr::signBitOf(width)};
    return (rng.below(3) == 0 ? rng.next() : corners[rng.below(std::size(corners))]) &
           expr::maskOf(width);
  };
  for (unsigned round = 0; round < 57; ++round) {
    expr::Pool pool;
    const auto first = static_cast<unsigned>(Operation::Add);
    const auto count = static_cast<unsigned>(Operation::SLessEqual) - first + 1;
    const auto operation = static_cast<Operation>(first + round % count);
    const unsigned widths[] = {2, 13, 64};
    const unsigned width = widths[round / count % std::size(widths)];
    const unsigned result = expr::isComparison(operation) ? 1 : width;
    const std::vector<std::uint64_t> values = {interesting(width), interesting(width)};
    const TermId a = pool.input(width, 0), b = pool.input(width, 1);
    const TermId constant = pool.constant(width, interesting(width));
    for (const TermId second : {b, constant}) {
      const TermId term = pool.make(operation, result, a, second);
      expr::Evaluator evaluate(pool, values);
      const TermId same = pool.equal(term, pool.constant(pool[term].width, evaluate(term)));
      const std::vector<TermId> no = {pool.equal(a, pool.constant(width, values[0])),
                                      pool.equal(b, pool.constant(width, values[1])),
                                      pool.negation(same)};
      std::vector<TermId> yes = no;
      yes[2] = same;
      if (pool.isConstant(same) || !hasIntegers(queryOf(pool, yes)))
        continue;
      ++asked;
      SCOPED_TRACE(testing::Message()
                   << expr::nameOf(operation) << " of width " << width << ": " << values[0] << ", "
                   << values[1] << ", constant " << pool[constant].value);
      const Reply can = overIntegers(queryOf(pool, yes));
      const Reply cannot = overIntegers(queryOf(pool, no));
      EXPECT_FALSE(std::holds_alternative<Contradiction>(can)); // it may be too hard, not wrong
      EXPECT_FALSE(std::holds_alternative<Solution>(cannot));
      decided +=
          !std::holds_alternative<Surrender>(can) + !std::holds_alternative<Surrender>(cannot);
    }
  }
  EXPECT_GT(decided, 60u) << asked;
}

/// Random conditions: whatever is said is true.
TEST(IntegerArithmetic, AgreesWithTryingEverything) {
  unsigned answered = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    expr::Pool pool;
    TestTerms terms(pool, {5, 3, 4}, seed);
    Query query{pool, terms.conditions(1 + terms.below(3), 2), {0, 0, 0}};
    std::erase_if(query.conditions, [&](TermId condition) { return pool.isConstant(condition); });
    const WireQuery wired = queryOf(pool, query.conditions);
    if (query.conditions.empty() || !hasIntegers(wired))
      continue;
    const Reply reply = overIntegers(wired);
    Answer answer = Unknown{};
    if (const auto *solution = std::get_if<Solution>(&reply)) {
      answer = Sat{{solution->values.begin(), solution->values.end()}};
    } else if (const auto *contradiction = std::get_if<Contradiction>(&reply)) {
      Unsat unsat{{contradiction->core.begin(), contradiction->core.end()}};
      std::sort(unsat.core.begin(), unsat.core.end());
      answer = unsat;
    } else {
      continue;
    }
    ++answered;
    EXPECT_EQ(problemOf(terms, query, answer), "") << "seed " << seed;
  }
  EXPECT_GT(answered, 40u);
}

/// What bits are weak at.
class IntegersLayerTest : public LayerTest {
protected:
  void SetUp() override {
    auto made = Z3Layer::make({}, meter);
    ASSERT_TRUE(made);
    z3 = std::move(*made);
    integers.emplace(*z3, next, meter);
  }
  TermId rest(TermId a, std::uint64_t divisor, Operation operation = Operation::URem) {
    return op(operation, a, number(divisor, 64));
  }
  TermId is(TermId a, std::uint64_t value) { return pool.equal(a, number(value, 64)); }

  std::unique_ptr<Z3Layer> z3;
  std::optional<IntegersLayer> integers;
};

TEST_F(IntegersLayerTest, DecimalDigits) {
  std::vector<TermId> conditions;
  TermId left = x(0, 64);
  for (const unsigned digit : {6u, 9u, 4u, 9u, 2u, 4u, 1u, 7u, 7u, 5u}) {
    conditions.push_back(is(rest(left, 10), digit));
    left = rest(left, 10, Operation::UDiv);
  }
  conditions.push_back(is(left, 0));
  EXPECT_EQ(assignmentOf(*integers, conditions, {}), (Assignment{{0, 5771429496}}));
  EXPECT_EQ(meter.counts().answers.at("integers: sat"), 1u);
}

/// A year that 400 divides and 100 does not; remainders that differ modulo 5.
TEST_F(IntegersLayerTest, RemaindersThatContradictEachOther) {
  const TermId year = x(0, 64), other = x(1, 64);
  const Answer leap = ask(*integers,
                          {is(rest(other, 7, Operation::SRem), 3),
                           pool.negation(is(rest(year, 100, Operation::SRem), 0)),
                           is(rest(year, 400, Operation::SRem), 0)},
                          {1999, 3});
  ASSERT_TRUE(std::holds_alternative<Unsat>(leap));
  EXPECT_EQ(std::get<Unsat>(leap).core, (std::vector<std::size_t>{1, 2}));
  EXPECT_TRUE(std::holds_alternative<Unsat>(
      ask(*integers, {is(rest(year, 15), 4), is(rest(year, 10), 3)}, {4})));
  EXPECT_TRUE(solves(*integers, {is(rest(year, 15), 4), is(rest(year, 10), 9)}, {4}));
}

TEST_F(IntegersLayerTest, WhatIsNotForIntegersGoesToTheNext) {
  ask(*integers, {op(Operation::ULess, x(0, 64), x(1, 64))}, {2, 1});
  EXPECT_EQ(next.asked.size(), 1u) << "divides by nothing";
  ask(*integers, {is(rest(op(Operation::Xor, x(0, 64), x(1, 64)), 10), 3)}, {2, 1});
  EXPECT_EQ(next.asked.size(), 2u) << "bits of two words meet";
}

} // namespace
} // namespace solver::z3worker
