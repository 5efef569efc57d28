#include "solver/bits/bits_layer.h"

#include "expr/print.h"
#include "solver/testing/layer_test.h"
#include "solver/testing/test_terms.h"

#include <gtest/gtest.h>

namespace solver::bits {
namespace {

using expr::Operation;
using expr::TermId;

class BitsLayerTest : public LayerTest {
protected:
  Answer ask(const std::vector<TermId> &conditions, const Values &current) {
    return LayerTest::ask(bits, conditions, current);
  }

  BitsLayer bits{next, meter};
};

std::string shown(const Answer &answer) {
  if (const auto *unknown = std::get_if<Unknown>(&answer))
    return "unknown: " + unknown->why;
  return std::holds_alternative<Sat>(answer) ? "sat" : "unsat";
}

/// The term has the value that evaluation gives it, and no other.
void expectComputed(expr::Pool &pool, Layer &layer, TermId term,
                    const std::vector<std::pair<TermId, std::uint64_t>> &inputs) {
  TermMarks scratch;
  std::vector<std::uint64_t> current(inputs.size());
  std::vector<TermId> conditions;
  for (const auto &[input, value] : inputs) {
    current[pool[input].value] = value;
    conditions.push_back(pool.equal(input, pool.constant(pool[input].width, value)));
  }
  expr::Evaluator evaluate(pool, current);
  const TermId same = pool.equal(term, pool.constant(pool[term].width, evaluate(term)));
  const std::vector<std::uint64_t> zeros(inputs.size());
  conditions.push_back(same);
  Slice yes(pool, conditions, zeros, scratch);
  EXPECT_EQ(shown(layer.solve(yes)), "sat") << expr::toSmtLib(pool, conditions);
  conditions.back() = pool.negation(same);
  Slice no(pool, conditions, current, scratch);
  EXPECT_EQ(shown(layer.solve(no)), "unsat") << expr::toSmtLib(pool, conditions);
}

/// Values at which operations have their corners, and others.
std::uint64_t interesting(support::Rng &rng, unsigned width) {
  const std::uint64_t corners[] = {
      0, 1, expr::maskOf(width), expr::signBitOf(width), width, width - 1u, 10, 3};
  const std::uint64_t value =
      rng.below(2) == 0 ? corners[rng.below(std::size(corners))] : rng.next();
  return value & expr::maskOf(width);
}

TEST(BitsLayer, ComputesWithNumbersOfTwoWords) {
  support::Rng rng(2);
  Meter meter;
  FakeLayer next;
  for (unsigned round = 0; round < 30; ++round) {
    expr::Pool pool;
    BitsLayer bits(next, meter);
    static constexpr unsigned widths[] = {1, 2, 3, 8, 13, 20};
    const unsigned width = widths[round % std::size(widths)];
    const TermId x = pool.input(width, 0), y = pool.input(width, 1), z = pool.input(width, 2);
    const std::uint64_t a = interesting(rng, width), b = interesting(rng, width),
                        c = interesting(rng, width);
    const TermId by = pool.constant(width, c);
    const auto expect = [&](TermId term) {
      expectComputed(pool, bits, term, {{x, a}, {y, b}, {z, c}});
    };
    expect(pool.make(Operation::WideDiv, width, x, y, by));
    expect(pool.make(Operation::WideRem, width, x, y, by));
    expect(pool.make(Operation::MulHigh, width, x, by));
    expect(pool.make(Operation::MulHigh, width, x, y));
    expect(pool.make(Operation::WideDiv, width, x, y, z));
    expect(pool.make(Operation::WideRem, width, x, y, z));
  }
  EXPECT_EQ(meter.counts().answers.count("bits: unknown (wrong assignment)"), 0u);
}

/// Every operation on given numbers of any width, one operand a constant or none.
TEST(BitsLayer, ComputesAsWeDo) {
  support::Rng rng(1);
  Meter meter;
  FakeLayer next;
  for (unsigned round = 0; round < 190; ++round) {
    expr::Pool pool;
    BitsLayer bits(next, meter);
    const auto first = static_cast<unsigned>(Operation::Add);
    const auto count = static_cast<unsigned>(Operation::SLessEqual) - first + 1;
    const auto operation = static_cast<Operation>(first + round % count);
    const unsigned widths[] = {1, 2, 3, 7, 8, 13, 16, 31, 32, 64};
    const unsigned width = widths[round / count % std::size(widths)];
    const TermId a = pool.input(width, 0), b = pool.input(width, 1);
    const TermId constant = pool.constant(width, interesting(rng, width));
    const unsigned result = expr::isComparison(operation) ? 1 : width;
    const std::vector<std::pair<TermId, std::uint64_t>> inputs = {{a, interesting(rng, width)},
                                                                  {b, interesting(rng, width)}};
    SCOPED_TRACE(testing::Message()
                 << expr::nameOf(operation) << " of width " << width << ": " << inputs[0].second
                 << ", " << inputs[1].second << ", constant " << pool[constant].value);
    expectComputed(pool, bits, pool.make(operation, result, a, b), inputs);
    expectComputed(pool, bits, pool.make(operation, result, a, constant), inputs);
    expectComputed(pool, bits, pool.make(operation, result, constant, b), inputs);
  }
}

/// With 0 every query is a hard one.
class BitsAgainstAllValues : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Conflicts, BitsAgainstAllValues, testing::Values(0, 500));

TEST_P(BitsAgainstAllValues, Agree) {
  Meter meter;
  FakeLayer next;
  TermMarks scratch;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    expr::Pool pool;
    BitsLayer bits(next, meter, nullptr, GetParam());
    TestTerms terms(pool, {5, 3, 4}, seed);
    Query query{pool, terms.conditions(1 + terms.below(4), 3), terms.randomInputs()};
    Slice slice(pool, query.conditions, query.current, scratch);
    EXPECT_EQ(problemOf(terms, query, bits.solve(slice)), "") << "seed " << seed;
  }
}

/// Many queries about the terms of few pools: what was learnt stays true.
TEST_P(BitsAgainstAllValues, RememberOnlyTheTruth) {
  Meter meter;
  FakeLayer next;
  TermMarks scratch;
  BitsLayer bits(next, meter, nullptr, GetParam());
  constexpr std::size_t poolCount = 6; // more than are remembered
  std::vector<expr::Pool> pools(poolCount);
  std::vector<TestTerms> terms;
  std::vector<std::vector<TermId>> conditions;
  for (std::size_t i = 0; i < poolCount; ++i) {
    terms.emplace_back(pools[i], std::vector<unsigned>{5, 3, 4}, 77 + i);
    conditions.push_back(terms[i].conditions(40, 3));
  }
  for (unsigned round = 0; round < 1000; ++round) {
    const std::size_t i = round / 20 % poolCount;
    Query query{pools[i], {}, terms[i].randomInputs()};
    for (std::size_t count = 1 + terms[i].below(5); count > 0; --count)
      query.conditions.push_back(conditions[i][terms[i].below(conditions[i].size())]);
    Slice slice(pools[i], query.conditions, query.current, scratch);
    EXPECT_EQ(problemOf(terms[i], query, bits.solve(slice)), "") << "round " << round;
  }
}

/// Products and quotients of equal words, compared through choices.
TEST_P(BitsAgainstAllValues, AgreeOnEqualOperands) {
  Meter meter;
  FakeLayer next;
  TermMarks scratch;
  unsigned contradictions = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    expr::Pool pool;
    BitsLayer bits(next, meter, nullptr, GetParam());
    TestTerms terms(pool, {4, 4, 4}, seed);
    const auto input = [&] { return pool.input(4, static_cast<std::uint32_t>(terms.below(3))); };
    const TermId second = terms.below(2) == 0 ? pool.constant(4, 1 + terms.below(15)) : input();
    const auto result = [&] {
      const Operation operations[] = {Operation::Mul, Operation::UDiv, Operation::URem,
                                      Operation::SDiv, Operation::SRem};
      return pool.make(operations[terms.below(std::size(operations))], 4, input(), second);
    };
    Query query{pool, {}, terms.randomInputs()};
    for (std::size_t count = 2 + terms.below(4); count > 0; --count) {
      const TermId condition = pool.make(Operation::ULess, 1, result(), result());
      const TermId choice = pool.make(Operation::Choose, 4, condition, result(), input());
      const TermId equal = pool.equal(choice, terms.below(2) == 0 ? input() : result());
      query.conditions.push_back(terms.below(3) == 0 ? pool.negation(equal) : equal);
    }
    Slice slice(pool, query.conditions, query.current, scratch);
    const Answer answer = bits.solve(slice);
    contradictions += std::holds_alternative<Unsat>(answer);
    EXPECT_EQ(problemOf(terms, query, answer), "") << "seed " << seed;
  }
  EXPECT_GT(contradictions, 20u);
}

/// A key that is found where its hash does not lead: keys would have to be equal, their hashes not.
TEST_F(BitsLayerTest, EqualKeysHaveEqualHashes) {
  const auto hash = [&](TermId key) {
    return pool.make(Operation::Extract, 3, op(Operation::Mul, key, number(2654435761)), {}, {},
                     29);
  };
  const TermId a = x(0), b = x(1), c = x(2);
  TermId found = number(0);
  for (std::uint64_t place = 0; place < 8; ++place) {
    const auto isAt = [&](TermId key) { return pool.equal(hash(key), number(place, 3)); };
    TermId slot = pool.make(Operation::Choose, 32, isAt(a), a, number(0));
    slot = pool.make(Operation::Choose, 32, isAt(b), b, slot);
    const TermId next = op(Operation::Add, hash(c), number(1, 3));
    found = pool.make(Operation::Choose, 32, pool.equal(next, number(place, 3)), slot, found);
  }
  const TermId zero = number(0);
  const auto answer = ask({pool.negation(pool.equal(a, zero)), pool.negation(pool.equal(b, zero)),
                           pool.negation(pool.equal(c, zero)), pool.equal(found, c)},
                          {1, 2, 3});
  EXPECT_TRUE(std::holds_alternative<Unsat>(answer));
}

TEST_F(BitsLayerTest, StaysNearTheRun) {
  // 1000 < x + y, both below 4000
  const TermId sum = op(Operation::Add, x(), x(1));
  const std::vector<TermId> conditions = {op(Operation::ULess, number(1000), sum),
                                          op(Operation::ULess, x(), number(4000)),
                                          op(Operation::ULess, x(1), number(4000))};
  const Assignment assignment = assignmentOf(bits, conditions, {600, 300});
  EXPECT_EQ(assignment.size(), 1u) << "one of the two is enough";
}

TEST_F(BitsLayerTest, NamesTheGuilty) {
  const Answer answer =
      ask({op(Operation::ULess, x(1), x()), op(Operation::ULess, x(), number(10)),
           op(Operation::ULess, number(5), x(1)), op(Operation::ULess, number(20), x())},
          {1, 1});
  ASSERT_TRUE(std::holds_alternative<Unsat>(answer));
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{1, 3}));
}

TEST_F(BitsLayerTest, DividesByConstantsOf64Bits) {
  // The decimal digits of x are 4, 2, 9, 4, 9, 6 from the top.
  std::vector<TermId> conditions;
  TermId rest = x(0, 64);
  for (const unsigned digit : {6u, 9u, 4u, 9u, 2u, 4u}) {
    conditions.push_back(pool.equal(op(Operation::URem, rest, number(10, 64)), number(digit, 64)));
    rest = op(Operation::UDiv, rest, number(10, 64));
  }
  conditions.push_back(pool.equal(rest, number(0, 64)));
  EXPECT_EQ(assignmentOf(bits, conditions, {5}), (Assignment{{0, 429496}}));
}

TEST_F(BitsLayerTest, NumbersProveOnlyWhatHoldsForAll) {
  const TermId d = x(1, 64);
  const TermId big = op(Operation::FLess, op(Operation::FAdd, d, d), d);
  const Answer never = ask({big, pool.equal(x(), number(77)), pool.equal(x(), number(78))}, {1, 0});
  ASSERT_TRUE(std::holds_alternative<Unsat>(never));
  EXPECT_EQ(std::get<Unsat>(never).core, (std::vector<std::size_t>{1, 2}));
  EXPECT_TRUE(std::holds_alternative<Unknown>(ask({big}, {1, 0})));
  EXPECT_EQ(next.asked.size(), 1u);
}

TEST_F(BitsLayerTest, HardQueriesMayBePutToAnother) {
  FakeLayer other;
  BitsLayer asks(next, meter, &other, 0);
  const std::vector<TermId> conditions = {
      pool.equal(op(Operation::Mul, x(), x(1)), number(1'000'003)),
      op(Operation::ULess, number(1), x()), op(Operation::ULess, x(), number(1000))};
  other.answer = Unsat{{1, 2}};
  const Answer answer = LayerTest::ask(asks, conditions, {5, 7});
  ASSERT_TRUE(std::holds_alternative<Unsat>(answer)) << "what it says counts";
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{1, 2}));
  other.answer = Unknown{"no idea"};
  EXPECT_TRUE(solves(asks, conditions, {5, 7})) << "if it does not know, bits go on";
  EXPECT_EQ(other.asked.size(), 2u);
  EXPECT_TRUE(next.asked.empty());
}

TEST_F(BitsLayerTest, WhatIsTooMuchGoesToTheNext) {
  TermId product = x(0, 64);
  for (std::uint32_t i = 1; i < 512; ++i)
    product = op(Operation::Mul, product, x(i, 64));
  ask({pool.equal(product, number(12345, 64))}, {});
  const TermId bound = number(1ull << 32, 64);
  ask({pool.equal(op(Operation::Mul, x(0, 64), x(1, 64)),
                  number(3267000013ull * 2860486313ull, 64)),
       op(Operation::ULess, number(1, 64), x(0, 64)), op(Operation::ULess, x(0, 64), bound),
       op(Operation::ULess, x(1, 64), bound)},
      {});
  EXPECT_EQ(next.asked.size(), 2u);
  EXPECT_EQ(meter.counts().answers,
            (std::map<std::string, std::uint64_t>{{"bits: unknown (conflicts)", 1},
                                                  {"bits: unknown (size)", 1}}));
}

} // namespace
} // namespace solver::bits
