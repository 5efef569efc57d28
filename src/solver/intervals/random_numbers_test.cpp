// Random queries over numbers: whatever intervals prove impossible is looked for, point by point
// where a window of few points is asked about, else by drawing points. And Z3 is asked about some.
#include "expr/evaluator.h"
#include "expr/floating.h"
#include "expr/print.h"
#include "solver/intervals/interval_layers.h"
#include "solver/intervals/number_range.h"
#include "solver/testing/fake_layer.h"
#include "solver/z3/z3_layer.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace solver::intervals {
namespace {

using expr::Operation;
using expr::TermId;

std::uint64_t rounds(std::uint64_t usual) {
  const char *asked = std::getenv("PINCER_RANDOM_ROUNDS");
  return asked ? std::strtoull(asked, nullptr, 10) : usual;
}

/// A query over two numbers of a width and an integer, each perhaps within a small window.
class RandomQuery {
public:
  /// For Z3: floats, and no functions that it does not know.
  RandomQuery(std::uint64_t seed, bool forZ3) : rng_(seed), functions_(!forZ3) {
    width_ = forZ3 || below(2) ? 32 : 64;
    for (unsigned i = 0; i < 2; ++i)
      addWindow(i);
    const std::size_t count = 1 + below(2);
    for (std::size_t i = 0; i < count; ++i)
      conditions.push_back(condition());
    current = {bitsOf(windows_[0].low, width_), bitsOf(windows_[1].low, width_), below(100)};
  }

  expr::Pool pool;
  std::vector<TermId> conditions;
  std::vector<std::uint64_t> current;

  /// Points that may satisfy the conditions.
  std::vector<std::vector<std::uint64_t>> points() {
    std::vector<std::vector<std::uint64_t>> points;
    for (std::uint64_t i = 0; i <= windows_[0].steps; ++i)
      for (std::uint64_t j = 0; j <= windows_[1].steps; ++j)
        points.push_back({bitsAt(0, i), bitsAt(1, j), (below(100) - 50) & 0xffff'ffff});
    for (unsigned i = 0; i < 60; ++i)
      points.push_back({bitsOf(number(), width_), bitsOf(number(), width_), rng_.next() >> 32});
    return points;
  }

private:
  struct Window {
    double low = 0;
    std::uint64_t steps = 0;
  };

  std::uint64_t below(std::uint64_t bound) { return rng_.below(bound); }

  std::uint64_t bitsAt(unsigned input, std::uint64_t step) const {
    return bitsOf(stepped(windows_[input].low, static_cast<std::int64_t>(step), width_), width_);
  }

  double number() {
    static constexpr double special[] = {0,    -0.0, 1,     2,       0.5,      3,    10,
                                         -1,   1e10, 1e-10, 1e300,   5e-324,   0.1,  infinity,
                                         -2.5, 7,    1e38,  1.5e-45, 16777216, 1e154};
    double value = special[below(std::size(special))];
    if (below(3) == 0)
      value = (static_cast<double>(below(4000)) - 2000) / 64;
    if (below(60) == 0)
      return std::nan("");
    value = numberOf(bitsOf(value, width_), width_);
    return below(3) == 0 ? stepped(value, static_cast<std::int64_t>(below(9)) - 4, width_) : value;
  }

  TermId input(unsigned index) { return pool.input(width_, index); }
  TermId constant(double value) { return pool.constant(width_, bitsOf(value, width_)); }

  void addWindow(unsigned index) {
    Window window{number(), below(20)};
    if (window.low != window.low)
      window.low = 0;
    windows_.push_back(window);
    if (below(5) == 0)
      return;
    const double high = stepped(window.low, static_cast<std::int64_t>(window.steps), width_);
    conditions.push_back(pool.make(Operation::FLessEqual, 1, constant(window.low), input(index)));
    conditions.push_back(pool.make(Operation::FLessEqual, 1, input(index), constant(high)));
  }

  TermId condition() {
    static constexpr Operation comparisons[] = {Operation::FLess, Operation::FLessEqual,
                                                Operation::FEqual, Operation::FUnordered};
    const TermId left = term(1 + static_cast<unsigned>(below(3)));
    if (below(6) == 0) {
      const TermId whole = pool.make(Operation::FToInt, 32, left);
      return pool.make(Operation::SLess, 1, pool.constant(32, below(10)), whole);
    }
    const TermId right = below(2) ? constant(number()) : term(1);
    const TermId made = pool.make(comparisons[below(4)], 1, left, right);
    return below(3) == 0 ? pool.negation(made) : made;
  }

  TermId leaf() {
    if (below(3) == 0)
      return constant(number());
    if (below(4) == 0)
      return pool.make(Operation::IntToF, width_, pool.input(32, 2));
    return input(static_cast<unsigned>(below(2)));
  }

  TermId term(unsigned depth) {
    if (depth == 0)
      return leaf();
    const TermId a = term(depth - 1);
    const std::uint64_t sign = expr::signBitOf(width_);
    switch (below(functions_ ? 11 : 9)) {
    case 0:
      return pool.make(Operation::FSqrt, width_, a);
    case 1:
      return pool.make(Operation::FRound, width_, a, {}, {},
                       static_cast<unsigned>(below(PINCER_ROUND_COUNT)));
    case 2:
      return pool.make(Operation::And, width_, a, pool.constant(width_, ~sign));
    case 3:
      return pool.make(Operation::Xor, width_, a, pool.constant(width_, sign));
    case 4: {
      const TermId b = term(depth - 1);
      return pool.make(Operation::Choose, width_, pool.make(Operation::FLess, 1, a, b), a,
                       below(2) ? b : a);
    }
    case 9:
    case 10: {
      const auto function = static_cast<unsigned>(below(PINCER_FUNCTION_COUNT));
      const TermId b = expr::argumentsOfFunction(function) == 2 ? leaf() : constant(0);
      return pool.make(Operation::Apply, width_, a, b, {}, function);
    }
    default: {
      static constexpr Operation basic[] = {Operation::FAdd, Operation::FSub, Operation::FMul,
                                            Operation::FDiv, Operation::FRem};
      const TermId b = below(4) == 0 ? a : term(depth - 1);
      return pool.make(basic[below(functions_ ? 5 : 4)], width_, a, b);
    }
    }
  }

  support::Rng rng_;
  bool functions_;
  unsigned width_ = 64;
  std::vector<Window> windows_;
};

bool hold(const expr::Pool &pool, const std::vector<TermId> &conditions,
          const std::vector<std::uint64_t> &inputs) {
  expr::Evaluator evaluate(pool, inputs);
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](TermId condition) { return evaluate(condition) != 0; });
}

std::string textOf(const expr::Pool &pool, const std::vector<TermId> &conditions) {
  std::string text;
  for (const TermId condition : conditions)
    text += expr::toText(pool, condition, [](std::uint32_t i) { return "i" + std::to_string(i); }) +
            "; ";
  return text;
}

/// Empty, or what is wrong with the answer.
std::string problemOf(RandomQuery &query, const Answer &answer) {
  if (const Sat *sat = std::get_if<Sat>(&answer)) {
    std::vector<std::uint64_t> inputs = query.current;
    for (const auto &[input, value] : sat->assignment)
      inputs.at(input) = value;
    return hold(query.pool, query.conditions, inputs) ? "" : "the assignment is none";
  }
  const Unsat *unsat = std::get_if<Unsat>(&answer);
  if (!unsat)
    return "";
  std::vector<TermId> core;
  for (const std::size_t condition : unsat->core)
    core.push_back(query.conditions.at(condition));
  for (const std::vector<std::uint64_t> &point : query.points())
    if (hold(query.pool, core, point))
      return textOf(query.pool, core) + "hold for " + std::to_string(point[0]) + ", " +
             std::to_string(point[1]) + ", " + std::to_string(point[2]);
  return "";
}

TEST(RandomNumbers, ProofsSurviveEveryPoint) {
  const std::uint64_t count = rounds(500);
  std::uint64_t proofs = 0, solutions = 0;
  const char *first = std::getenv("PINCER_RANDOM_FIRST");
  const std::uint64_t from = first ? std::strtoull(first, nullptr, 10) : 0;
  for (std::uint64_t seed = from; seed < from + count; ++seed) {
    Meter meter;
    FakeLayer next;
    IntervalSearch search(next, meter);
    QuickIntervals quick(next, meter);
    RandomQuery query(seed, false);
    TermMarks scratch;
    Slice slice(query.pool, query.conditions, query.current, scratch);
    ASSERT_EQ(problemOf(query, quick.solve(slice)), "") << "quick, seed " << seed;
    if (!slice.tape.hasNumbers())
      continue;
    const Answer answer = search.solve(slice);
    ASSERT_EQ(problemOf(query, answer), "") << "seed " << seed;
    proofs += std::holds_alternative<Unsat>(answer) ? 1 : 0;
    solutions += std::holds_alternative<Sat>(answer) ? 1 : 0;
  }
  RecordProperty("proofs", static_cast<int>(proofs));
  RecordProperty("solutions", static_cast<int>(solutions));
  EXPECT_GT(proofs, count / 5);
  EXPECT_GT(solutions, count / 5);
}

TEST(RandomNumbers, Z3FindsNothingThatIsProvedImpossible) {
  Meter meter;
  auto z3 = z3worker::Z3Layer::make({.steps = 400'000, .seconds = 20}, meter);
  ASSERT_TRUE(z3);
  std::uint64_t agreed = 0;
  const std::uint64_t count = rounds(500) / 20;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    FakeLayer next;
    IntervalSearch search(next, meter);
    RandomQuery query(1'000'000 + seed, true);
    TermMarks scratch;
    Slice slice(query.pool, query.conditions, query.current, scratch);
    if (!slice.tape.hasNumbers())
      continue;
    const Answer answer = search.solve(slice);
    const Unsat *unsat = std::get_if<Unsat>(&answer);
    if (!unsat)
      continue;
    std::vector<TermId> core;
    for (const std::size_t condition : unsat->core)
      core.push_back(query.conditions[condition]);
    Slice part(query.pool, core, query.current, scratch);
    const Answer other = (*z3)->solve(part);
    ASSERT_FALSE(std::holds_alternative<Sat>(other)) << "seed " << seed;
    agreed += std::holds_alternative<Unsat>(other) ? 1 : 0;
  }
  RecordProperty("agreed", static_cast<int>(agreed));
  EXPECT_GT(agreed, count / 10);
}

} // namespace
} // namespace solver::intervals
