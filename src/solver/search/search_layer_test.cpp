#include "solver/search/search_layer.h"

#include "expr/evaluator.h"
#include "expr/floating.h"
#include "solver/testing/example_queries.h"
#include "solver/testing/layer_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace solver::search {
namespace {

using enum expr::Operation;
using expr::Operation;
using expr::TermId;

class SearchLayerTest : public LayerTest {
protected:
  TermId less(TermId a, TermId b) { return op(FLess, a, b); }
  bool solves(const std::vector<TermId> &conditions) {
    return LayerTest::solves(search, conditions, current);
  }

  FitnessCompiler compiler;
  SearchLayer thorough{Effort::Thorough, compiler, next, meter};
  SearchLayer search{Effort::Quick, compiler, thorough, meter};
  Values current = {0, 0, 0, 0};
};

TEST_F(SearchLayerTest, Ranges) {
  const TermId square = op(FMul, d(), d());
  EXPECT_TRUE(solves({less(k(2.0), square), less(d(), k(1.5))}));
  EXPECT_TRUE(solves({less(k(2.0), square), less(d(), k(1.5)), less(k(0.0), d())}));
  EXPECT_TRUE(solves({less(k(1e300), d())}));
  EXPECT_TRUE(solves({less(d(), k(1e-300)), less(k(0.0), d())}));
  EXPECT_TRUE(solves({less(k(0.3f), f()), less(f(), k(0.30001f))}));
}

TEST_F(SearchLayerTest, Equations) {
  EXPECT_TRUE(solves({op(FEqual, pool.make(FSqrt, 64, d()), k(12.0))}));
  EXPECT_TRUE(solves({op(FEqual, op(FMul, d(), op(FMul, d(), d())), k(27.0))}));
  EXPECT_TRUE(solves({op(FEqual, op(FAdd, op(FMul, d(), k(3.0)), k(0.5)), k(100.25))}));
  EXPECT_TRUE(solves(
      {op(FEqual, op(FAdd, d(0), d(1)), k(10.0)), op(FEqual, op(FSub, d(0), d(1)), k(4.0))}));
  EXPECT_TRUE(solves({op(FEqual, op(FAdd, op(FMul, d(0), d(0)), op(FMul, d(1), d(1))), k(25.0)),
                      op(FEqual, d(0), op(FAdd, d(1), k(1.0)))}));
  const TermId fahrenheit = op(FAdd, op(FDiv, op(FMul, f(), k(9.0f)), k(5.0f)), k(32.0f));
  EXPECT_TRUE(solves({op(FEqual, fahrenheit, k(98.6f))}));
}

TEST_F(SearchLayerTest, FunctionsOfLibm) {
  EXPECT_TRUE(solves({less(k(0.9), of(PINCER_FUNCTION_sin, d()))}));
  EXPECT_TRUE(solves({less(of(PINCER_FUNCTION_cos, d()), k(-0.999)), less(d(), k(-50.0))}));
  EXPECT_TRUE(solves({less(k(5.0), of(PINCER_FUNCTION_log, d()))}));
  EXPECT_TRUE(solves({less(k(100.0), of(PINCER_FUNCTION_exp, d())),
                      less(of(PINCER_FUNCTION_exp, d()), k(101.0))}));
  const TermId power = pool.make(Apply, 64, d(0), d(1), {}, PINCER_FUNCTION_pow);
  EXPECT_TRUE(solves({op(FEqual, power, k(1024.0)), less(k(1.0), d(1))}));
}

TEST_F(SearchLayerTest, MixedWithIntegers) {
  const TermId cents = pool.make(FToInt, 32, op(FMul, d(), k(100.0)));
  EXPECT_TRUE(solves({pool.equal(cents, number(1234))}));
  const TermId i = pool.input(32, 1);
  EXPECT_TRUE(solves({pool.equal(cents, op(Add, i, number(7))), op(SLess, number(500), i)}));
  const TermId half = op(FMul, pool.make(IntToF, 64, i), k(0.5));
  EXPECT_TRUE(solves({op(FEqual, half, k(21.5))}));
  EXPECT_TRUE(solves({less(d(), half), less(k(1000.0), d()), op(SLess, i, number(3000))}));
}

TEST_F(SearchLayerTest, AbsoluteValues) {
  const TermId size = op(And, op(FSub, d(), k(3.0)), number(~0ull >> 1, 64));
  EXPECT_TRUE(solves({less(size, k(1e-9))}));
  EXPECT_TRUE(solves({less(size, k(1e-9)), pool.negation(op(FEqual, d(), k(3.0)))}));
  EXPECT_TRUE(solves({less(k(7.0), op(And, d(), number(~0ull >> 1, 64))), less(d(), k(0.0))}));
}

TEST_F(SearchLayerTest, SpecialNumbers) {
  EXPECT_TRUE(solves({op(FUnordered, d(), d())}));
  EXPECT_TRUE(solves({op(FEqual, op(FAdd, d(), k(1.0)), d())}));
  EXPECT_TRUE(solves({op(FEqual, d(), k(0.0)), op(SLess, d(), number(0, 64))}))
      << "the negative zero";
  current[0] = std::bit_cast<std::uint64_t>(std::nan(""));
  EXPECT_TRUE(solves({less(k(3.0), d())}));
}

TEST_F(SearchLayerTest, HardQuestions) {
  const std::vector<Example> examples = exampleQueries(pool);
  current.assign(200, 0);
  for (const Example &example : examples)
    EXPECT_TRUE(solves(example.conditions)) << example.name;
}

TEST_F(SearchLayerTest, TheSameEachTime) {
  const std::vector<Example> examples = exampleQueries(pool);
  for (const char *const name : {"circle, thin", "system of 5", "pythagoras"}) {
    std::vector<Assignment> assignments;
    for (int round = 0; round < 2; ++round) {
      const auto example = std::find_if(examples.begin(), examples.end(),
                                        [&](const Example &e) { return e.name == name; });
      Slice slice(pool, example->conditions, {}, scratch);
      assignments.push_back(std::get<Sat>(search.solve(slice)).assignment);
    }
    EXPECT_EQ(assignments[0], assignments[1]) << "with code made anew, and with code that was kept";
  }
}

TEST_F(SearchLayerTest, StartsFromSeeds) {
  // A comb with one tooth: nothing leads there but the seed.
  const TermId i = pool.input(32, 1);
  const TermId mixed = op(Mul, op(Xor, i, op(LShr, i, number(15))), number(0x2c1b3c6d));
  const TermId hash = op(Mul, op(Xor, mixed, op(LShr, mixed, number(12))), number(0x297a2d39));
  std::vector<std::uint64_t> inputs = {0, 123456789};
  const std::uint64_t there = expr::Evaluator(pool, inputs)(hash);
  const std::vector<TermId> conditions = {pool.equal(hash, number(there)), less(k(0.0), d(0))};
  Slice slice(pool, conditions, current, scratch);
  EXPECT_FALSE(std::holds_alternative<Sat>(search.solve(slice)));
  slice.seeds = {{0, 0}};
  for (std::size_t place = 0; place < 2; ++place)
    slice.seeds[0][place] = inputs[slice.tape.inputs()[place].number];
  EXPECT_TRUE(std::holds_alternative<Sat>(search.solve(slice)));
}

TEST_F(SearchLayerTest, NumbersInBytes) {
  TermId number = pool.input(8, 0);
  current.assign(8, 0);
  for (std::uint32_t i = 1; i < 8; ++i)
    number = pool.make(Concat, 8 * (i + 1), pool.input(8, i), number);
  EXPECT_TRUE(solves({less(k(3.0), number), less(number, k(3.25))}));
}

TEST_F(SearchLayerTest, LeavesTheRest) {
  EXPECT_FALSE(solves({op(FLess, op(FMul, d(), d()), k(-1.0))}));
  EXPECT_EQ(next.asked.size(), 1u);
  EXPECT_FALSE(solves({pool.equal(f(), number(3))})) << "neither floating point nor a product";
  EXPECT_EQ(next.asked.size(), 2u);
}

} // namespace
} // namespace solver::search
