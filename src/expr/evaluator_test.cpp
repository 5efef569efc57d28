#include "expr/evaluator.h"
#include "expr/input_sets.h"
#include "support/rng.h"

#include <gtest/gtest.h>

namespace expr {
namespace {

TEST(Pool, GivesEqualTermsEqualIds) {
  Pool pool;
  const TermId x = pool.input(32, 0), y = pool.input(32, 1);
  const TermId sum = pool.make(Operation::Add, 32, x, y);
  EXPECT_EQ(pool.make(Operation::Add, 32, y, x), sum);
  EXPECT_NE(pool.make(Operation::Sub, 32, x, y), sum);
  EXPECT_EQ(pool.constant(8, 0x1ff), pool.constant(8, 0xff));
  EXPECT_NE(pool.constant(8, 1), pool.constant(16, 1));
  EXPECT_NE(pool.input(8, 0), x);
}

TEST(Pool, KeepsManyTermsApart) {
  Pool pool;
  const TermId x = pool.input(32, 0);
  std::vector<TermId> terms;
  for (unsigned i = 1; i < 10000; ++i)
    terms.push_back(pool.make(Operation::Mul, 32, x, pool.constant(32, 2 * i + 1)));
  const std::size_t size = pool.size();
  for (unsigned i = 1; i < 10000; ++i)
    EXPECT_EQ(pool.make(Operation::Mul, 32, x, pool.constant(32, 2 * i + 1)), terms[i - 1]);
  EXPECT_EQ(pool.size(), size);
}

TEST(Evaluator, ComputesUnderAnAssignment) {
  Pool pool;
  const TermId x = pool.input(8, 0), y = pool.input(8, 1);
  const TermId product = pool.make(Operation::Mul, 8, x, y);
  const TermId condition = pool.make(Operation::SLess, 1, product, x);
  const std::uint64_t first[] = {0x7f, 3}, second[] = {0x101, 5}, third[] = {9};
  Evaluator evaluate(pool, first);
  EXPECT_EQ(evaluate(product), 0x7du);
  EXPECT_EQ(evaluate(condition), 1u);
  evaluate.assign(second); // inputs are taken modulo their width
  EXPECT_EQ(evaluate(product), 5u);
  EXPECT_EQ(evaluate(condition), 0u);
  evaluate.assign(third); // an input that is not given is zero
  EXPECT_EQ(evaluate(product), 0u);
}

TEST(Evaluator, FollowsAPoolThatGrows) {
  Pool pool;
  const std::uint64_t inputs[] = {7};
  Evaluator evaluate(pool, inputs);
  EXPECT_EQ(evaluate(pool.input(8, 0)), 7u);
  EXPECT_EQ(evaluate(pool.make(Operation::Mul, 8, pool.input(8, 0), pool.constant(8, 3))), 21u);
}

/// x = x * x + y, a million times.
TermId deepTerm(Pool &pool) {
  const TermId y = pool.input(32, 1);
  TermId x = pool.input(32, 0);
  for (int i = 0; i < 1'000'000; ++i)
    x = pool.make(Operation::Add, 32, pool.make(Operation::Mul, 32, x, x), y);
  return x;
}

TEST(Evaluator, IsNotRecursive) {
  Pool pool;
  const TermId term = deepTerm(pool);
  const std::uint64_t inputs[] = {3, 5};
  std::uint32_t expected = 3;
  for (int i = 0; i < 1'000'000; ++i)
    expected = expected * expected + 5;
  EXPECT_EQ(Evaluator(pool, inputs)(term), expected);
  EXPECT_EQ(inputsIn(pool, term), (std::vector<std::uint32_t>{0, 1}));
}

TEST(InputSets, AreThoseThatInputsInFinds) {
  Pool pool;
  support::Rng rng(1);
  std::vector<TermId> terms;
  for (std::uint32_t i = 0; i < 20; ++i)
    terms.push_back(pool.input(8, 19 - i));
  InputSets sets(pool);
  for (int i = 0; i < 300; ++i) {
    const TermId a = terms[rng.below(terms.size())], b = terms[rng.below(terms.size())];
    terms.push_back(pool.make(rng.oneIn(2) ? Operation::Mul : Operation::UDiv, 8, a, b));
    const auto set = sets[sets.of(terms.back())];
    EXPECT_EQ(std::vector(set.begin(), set.end()), inputsIn(pool, terms.back()));
  }
  EXPECT_EQ(sets.of(pool.constant(8, 1)), InputSets::empty);
}

TEST(InputSets, BecomeAllWhenTheyAreTooManyNumbers) {
  Pool pool;
  TermId sum = pool.input(8, 0);
  for (std::uint32_t i = 1; i < 10; ++i)
    sum = pool.make(Operation::Mul, 8, sum, pool.input(8, i));
  InputSets exact(pool), bounded(pool, 20);
  EXPECT_EQ(exact[exact.of(sum)].size(), 10u);
  EXPECT_EQ(bounded.of(sum), InputSets::all);
  EXPECT_EQ(bounded[bounded.of(pool.input(8, 0))].size(), 1u);
}

/// f(a, b) = a + b, unless a is 13.
class Sum : public Oracle {
public:
  std::optional<std::uint64_t> call(unsigned function, const Words &words) override {
    EXPECT_EQ(function, 5u);
    return words[0] == 13 ? std::nullopt : std::optional(words[0] + words[1]);
  }
  void prepare(std::span<const Query>) override {}
  std::vector<TermId> partitions(Pool &, unsigned, std::span<const TermId>) override { return {}; }
  std::string nameOf(unsigned) const override { return "sum"; }
  std::vector<unsigned> widthsOf(unsigned) const override { return {8, 64}; }
};

TEST(Calls, AreWhatTheOracleSays) {
  Sum sum;
  Pool pool;
  const TermId x = pool.input(8, 0), y = pool.input(64, 1), zero = pool.constant(64, 0);
  const TermId call =
      pool.make(Operation::Call, 16, pool.make(Operation::ZeroExtend, 64, x), y, zero, 5);
  const std::uint64_t inputs[] = {200, 100'000}, thirteen[] = {13, 1};
  EXPECT_EQ(Evaluator(pool, inputs)(call), 0u); // nobody to ask
  pool.consult(&sum);
  Evaluator evaluate(pool, inputs);
  EXPECT_EQ(evaluate(call), 100'200u & 0xffff);
  EXPECT_TRUE(evaluate.isDefined(call));
  EXPECT_TRUE(pool.hasCalls());
  // Constants do not become a number: it is not the pool's business.
  EXPECT_FALSE(pool.isConstant(pool.make(Operation::Call, 16, zero, zero, zero, 5)));
  evaluate.assign(thirteen);
  const TermId isOne = pool.equal(call, pool.constant(16, 1));
  EXPECT_EQ(evaluate(isOne), 0u);
  EXPECT_EQ(evaluate(pool.negation(isOne)), 0u);
  EXPECT_FALSE(evaluate.isDefined(pool.negation(isOne)));
  // What does not depend on it holds all the same.
  const TermId isThirteen = pool.equal(x, pool.constant(8, 13));
  EXPECT_EQ(evaluate(pool.disjunction(isOne, isThirteen)), 1u);
  EXPECT_EQ(evaluate(pool.make(Operation::Choose, 16, isThirteen, pool.constant(16, 7), call)), 7u);
  EXPECT_EQ(evaluate(pool.make(Operation::Choose, 16, isThirteen, call, pool.constant(16, 7))), 0u);
  evaluate.assign(inputs);
  EXPECT_EQ(evaluate(call), 100'200u & 0xffff);
}

TEST(Calls, ArgumentsShareWordsOnlyWhereTheyMust) {
  const auto places = [](std::vector<unsigned> widths) {
    std::vector<std::pair<unsigned, unsigned>> found;
    if (const auto given = placesInWords(widths))
      for (const WordPlace &place : *given)
        found.emplace_back(place.word, place.shift);
    return found;
  };
  using Places = std::vector<std::pair<unsigned, unsigned>>;
  EXPECT_EQ(places({32, 8, 64}), (Places{{0, 0}, {1, 0}, {2, 0}}));
  EXPECT_EQ(places({32, 32, 32, 32}), (Places{{0, 0}, {0, 32}, {1, 0}, {1, 32}}));
  EXPECT_EQ(places({8, 64, 16, 16}), (Places{{0, 0}, {1, 0}, {2, 0}, {2, 16}}));
  EXPECT_EQ(places({64, 64, 64, 1}), (Places{{0, 0}, {1, 0}, {2, 0}, {3, 0}}));
  EXPECT_EQ(places(std::vector<unsigned>(9, 64)).size(), 9u);
  EXPECT_EQ(places(std::vector<unsigned>(10, 64)), Places());
  EXPECT_EQ(places({65}), Places());
}

TEST(Substitute, ReplacesInputsAndSimplifies) {
  Pool pool;
  const TermId x = pool.input(8, 0), y = pool.input(8, 1);
  const TermId sum = pool.make(Operation::Add, 8, pool.make(Operation::Mul, 8, x, x), y);
  const TermId four = substitute(pool, sum, [&](std::uint32_t input, unsigned width) {
    return input == 0 ? pool.constant(width, 4) : y;
  });
  EXPECT_EQ(four, pool.make(Operation::Add, 8, y, pool.constant(8, 16)));
  EXPECT_EQ(substitute(pool, sum, [&](std::uint32_t input, unsigned) { return input ? y : x; }),
            sum);
}

TEST(Substitute, IsNotRecursive) {
  Pool pool;
  const TermId term = deepTerm(pool);
  const TermId constant = substitute(
      pool, term, [&](std::uint32_t input, unsigned width) { return pool.constant(width, input); });
  const std::uint64_t inputs[] = {0, 1};
  EXPECT_EQ(constant, pool.constant(32, Evaluator(pool, inputs)(term)));
}

} // namespace
} // namespace expr
