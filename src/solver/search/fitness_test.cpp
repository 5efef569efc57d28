#include "solver/search/fitness.h"

#include "expr/evaluator.h"
#include "expr/floating.h"
#include "solver/search/numbers.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace solver::search {
namespace {

using enum expr::Operation;
using expr::Operation;
using expr::TermId;

/// Queries with divisions of two words are left to the interpreter, as those with calls of the
/// subject's functions and with long double are.
bool isCompiled(Operation operation) { return operation != WideDiv && operation != WideRem; }

/// Random terms over all operations there are, with inputs of all kinds.
class AnyTerms {
public:
  AnyTerms(expr::Pool &pool, std::uint64_t seed) : pool_(pool), rng_(seed) {
    for (const unsigned width : {64u, 64u, 32u, 32u, 1u, 7u, 8u, 16u, 33u, 64u, 32u})
      terms_.push_back(pool_.input(width, static_cast<std::uint32_t>(terms_.size())));
    inputs_ = terms_.size();
    for (const unsigned width : {1u, 8u, 32u, 64u})
      for (const std::uint64_t value : {0ull, 1ull, 3ull, ~0ull, 1ull << (width - 1)})
        terms_.push_back(pool_.constant(width, value));
    for (const double number : {0.5, -3.0, 1e300, 5e-324}) {
      terms_.push_back(pool_.constant(64, bitsOf(number, 64)));
      terms_.push_back(pool_.constant(32, bitsOf(number, 32)));
    }
  }

  /// One more term: any operation that is compiled and whose widths some terms fit.
  void grow() {
    for (;;) {
      const auto operation =
          static_cast<Operation>(PINCER_OP_Add + rng_.below(PINCER_OP_Apply - PINCER_OP_Add + 1));
      if (!isCompiled(operation))
        continue;
      const unsigned extra = operation == Apply     ? below(PINCER_FUNCTION_COUNT)
                             : operation == FRound  ? below(PINCER_ROUND_COUNT)
                             : operation == Extract ? below(64)
                                                    : 0;
      const TermId a = any(), b = any(), c = any();
      const unsigned wa = pool_[a].width, wb = pool_[b].width, wc = pool_[c].width;
      const unsigned widths[] = {1, wa, wb, wa + wb, 1 + below(64), 32, 64};
      const unsigned width = widths[below(std::size(widths))];
      const unsigned operands = expr::operandCount(operation);
      if (!expr::fits(operation, width, extra, wa, operands > 1 ? wb : 0, operands > 2 ? wc : 0))
        continue;
      terms_.push_back(pool_.make(operation, width, a, operands > 1 ? b : TermId(),
                                  operands > 2 ? c : TermId(), extra));
      return;
    }
  }

  /// Conditions in which every term is one side of a comparison, with some logic above them.
  std::vector<TermId> conditions() {
    std::vector<TermId> found;
    for (const TermId term : terms_) {
      const unsigned width = pool_[term].width;
      const TermId other = withWidth(width);
      const Operation comparisons[] = {Equal, ULess, SLess, SLessEqual, FEqual, FLess, FUnordered};
      const bool isNumber = width == 32 || width == 64;
      TermId condition =
          pool_.make(comparisons[below(isNumber ? 7 : 4)], 1, rng_.oneIn(2) ? term : other, other);
      if (!found.empty() && rng_.oneIn(2)) {
        const Operation logic[] = {And, Or, Xor};
        condition = rng_.oneIn(4) ? pool_.make(Choose, 1, condition, found.back(), found.front())
                                  : pool_.make(logic[below(3)], 1, condition, found.back());
      }
      if (rng_.oneIn(3))
        condition = pool_.negation(condition);
      found.push_back(pool_.equal(term, other));
      found.push_back(condition);
    }
    std::erase_if(found, [&](TermId term) { return pool_.isConstant(term); });
    return found;
  }

  std::vector<std::uint64_t> values() {
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i < inputs_; ++i) {
      const unsigned width = pool_[terms_[i]].width;
      const double numbers[] = {0, -1, 1.5, 1e10, HUGE_VAL, NAN, 4e9, 1e-320, 2147483647.5};
      const bool isNumber = width >= 32 && width != 33 && rng_.oneIn(2);
      values.push_back((isNumber        ? bitsOf(numbers[below(std::size(numbers))], width)
                        : rng_.oneIn(3) ? rng_.below(4) - 2
                                        : rng_.next()) &
                       expr::maskOf(width));
    }
    return values;
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(rng_.below(bound)); }
  TermId any() { return terms_[rng_.below(terms_.size())]; }
  TermId withWidth(unsigned width) {
    for (int i = 0; i < 50; ++i)
      if (const TermId term = any(); pool_[term].width == width)
        return term;
    return pool_.constant(width, rng_.next());
  }

  expr::Pool &pool_;
  support::Rng rng_;
  std::vector<TermId> terms_;
  std::size_t inputs_ = 0;
};

TEST(Fitness, CompiledIsInterpreted) {
  FitnessCompiler compiler;
  TermMarks scratch;
  std::set<Operation> seen;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    expr::Pool pool;
    AnyTerms terms(pool, seed);
    for (int i = 0; i < 40; ++i)
      terms.grow();
    const std::vector<TermId> conditions = terms.conditions();
    Slice slice(pool, conditions, {}, scratch);
    const Skeleton skeleton(slice.tape, conditions.size());
    const CompiledFitness *code = compiler.compiled(slice.tape, skeleton);
    ASSERT_TRUE(code);
    std::vector<Distance> distances;
    std::vector<std::uint64_t> found(slice.tape.size());
    for (int round = 0; round < 40; ++round) {
      const std::vector<std::uint64_t> byNumber = terms.values();
      std::vector<std::uint64_t> inputs;
      for (const Tape::Input &input : slice.tape.inputs())
        inputs.push_back(byNumber[input.number]);
      slice.tape.evaluate(inputs);
      measure(skeleton, slice.tape, distances);
      Distance sum;
      for (std::size_t i = 0; i < conditions.size(); ++i) {
        sum.steps += distances[skeleton.root(i)].steps;
        sum.size += distances[skeleton.root(i)].size;
      }
      const Distance compiled = code->run(inputs.data(), found.data());
      for (const std::uint32_t position : skeleton.observed())
        ASSERT_EQ(found[position], slice.tape.value(position))
            << "seed " << seed << ": " << expr::nameOf(slice.tape[position].operation) << " of "
            << int(slice.tape[position].width) << " bits";
      EXPECT_EQ(compiled.steps, sum.steps) << seed;
      EXPECT_EQ(compiled.size, sum.size) << seed;
      expr::Evaluator value(pool, byNumber);
      const bool all = std::all_of(conditions.begin(), conditions.end(),
                                   [&](TermId condition) { return value(condition) != 0; });
      EXPECT_EQ(compiled.steps == 0, all);
    }
    for (std::uint32_t i = 0; i < slice.tape.size(); ++i)
      seen.insert(slice.tape[i].operation);
  }
  for (unsigned i = PINCER_OP_Add; i <= PINCER_OP_Apply; ++i)
    EXPECT_TRUE(seen.contains(static_cast<Operation>(i)) || !isCompiled(static_cast<Operation>(i)))
        << expr::nameOf(static_cast<Operation>(i));
}

TEST(Fitness, CodeIsKept) {
  FitnessCompiler compiler;
  TermMarks scratch;
  for (int round = 0; round < 2; ++round)
    for (std::uint32_t number = 0; number < 3; ++number) {
      expr::Pool pool;
      const TermId x = pool.input(64, number);
      const std::vector<TermId> conditions = {
          pool.make(FLess, 1, pool.make(FMul, 64, x, x), pool.constant(64, bitsOf(2, 64)))};
      Slice slice(pool, conditions, {}, scratch);
      EXPECT_TRUE(compiler.compiled(slice.tape, Skeleton(slice.tape, 1)));
    }
  EXPECT_EQ(compiler.compilations(), 1u);
}

TEST(Fitness, OrderIsThatOfNumbers) {
  const double ascending[] = {-HUGE_VAL, -1e300, -1, -5e-324, 0, 5e-324, 1, 1.5, HUGE_VAL};
  for (std::size_t i = 1; i < std::size(ascending); ++i) {
    const std::uint64_t bits = bitsOf(ascending[i], 64);
    EXPECT_LT(orderOf(bitsOf(ascending[i - 1], 64), 64), orderOf(bits, 64));
    EXPECT_EQ(bitsAt(orderOf(bits, 64), 64), bits);
  }
  EXPECT_EQ(bitsAt(orderOf(bitsOf(1, 32), 32) + 1, 32), bitsOf(std::nextafterf(1, 2), 32));
}

} // namespace
} // namespace solver::search
