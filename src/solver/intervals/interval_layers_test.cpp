#include "solver/intervals/interval_layers.h"

#include "expr/evaluator.h"
#include "expr/floating.h"
#include "solver/intervals/branch_and_prune.h"
#include "solver/testing/layer_test.h"
#include "solver/testing/test_terms.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>

namespace solver::intervals {
namespace {

using enum expr::Operation;
using expr::Operation;
using expr::TermId;

class IntervalTest : public LayerTest {
protected:
  IntervalSearch search{next, meter};
  QuickIntervals quick{next, meter};
  Values current = {0, 0, 0, 0};

  TermId add(TermId a, TermId b) { return op(FAdd, a, b); }
  TermId sub(TermId a, TermId b) { return op(FSub, a, b); }
  TermId mul(TermId a, TermId b) { return op(FMul, a, b); }
  TermId square(TermId a) { return op(FMul, a, a); }
  TermId less(TermId a, TermId b) { return op(FLess, a, b); }
  TermId equal(TermId a, TermId b) { return op(FEqual, a, b); }
  TermId absolute(TermId a) {
    return op(And, a, pool.constant(pool[a].width, ~expr::signBitOf(pool[a].width)));
  }
  TermId isNot(TermId condition) { return pool.negation(condition); }

  Answer ask(Layer &layer, const std::vector<TermId> &conditions) {
    return LayerTest::ask(layer, conditions, current);
  }
  bool solves(const std::vector<TermId> &conditions) {
    return std::holds_alternative<Sat>(ask(search, conditions));
  }
  bool refutes(const std::vector<TermId> &conditions) {
    return std::holds_alternative<Unsat>(ask(search, conditions));
  }
  std::vector<std::size_t> coreOf(const Answer &answer) {
    const Unsat *unsat = std::get_if<Unsat>(&answer);
    return unsat ? unsat->core : std::vector<std::size_t>{99};
  }
};

TEST_F(IntervalTest, ProvesWhatNoNumberSatisfies) {
  // x^3 - 2x^2 + 3 == 17.25 far from its root
  const TermId cubic = add(sub(mul(d(), square(d())), mul(k(2.0), square(d()))), k(3.0));
  EXPECT_TRUE(refutes({equal(cubic, k(17.25)), less(k(4.0), d())}));
  EXPECT_TRUE(refutes({equal(cubic, k(17.25)), less(d(), k(3.0)), less(k(-10.0), d())}));
  // a circle and a line that passes it
  const TermId circle = add(square(d(0)), square(d(1)));
  EXPECT_TRUE(refutes({less(circle, k(1.0)), less(k(1.5), add(d(0), d(1)))}));
  EXPECT_TRUE(refutes({less(circle, k(-1e-300))}));
  EXPECT_TRUE(refutes({less(pool.make(FSqrt, 64, d()), k(-0.5))}));
  EXPECT_TRUE(refutes({less(absolute(d()), k(-1.0))}));
  EXPECT_TRUE(refutes({less(absolute(sub(d(), k(3.0))), k(0.5)), less(d(), k(2.0))}));
  EXPECT_TRUE(refutes({less(square(f()), k(4.0f)), less(k(2.5f), f())}));
  EXPECT_TRUE(refutes({equal(square(d()), k(2.0))})) << "no double is the root of 2";
  // x + y + z == 1 and xy + yz + zx == 5
  const TermId x = d(0), y = d(1), z = d(2);
  std::vector<TermId> system = {equal(add(add(x, y), z), k(1.0)),
                                equal(add(add(mul(x, y), mul(y, z)), mul(z, x)), k(5.0))};
  for (const TermId variable : {x, y, z})
    system.push_back(less(absolute(variable), k(10.0)));
  EXPECT_TRUE(refutes(system));
  // a segment and a box that are apart along an axis: |t| > a + w, but |t| < a / 2
  EXPECT_TRUE(refutes({less(add(y, z), absolute(x)), less(k(0.0), y), less(k(0.0), z),
                       less(absolute(x), mul(k(0.5), y))}));
}

TEST_F(IntervalTest, NamesWhatItAssumes) {
  const Answer bounded = ask(search, {less(k(1.5), of(PINCER_FUNCTION_sin, d()))});
  ASSERT_TRUE(std::holds_alternative<Unsat>(bounded));
  EXPECT_TRUE(std::get<Unsat>(bounded).assumesLibm);
  const Answer plain =
      ask(search, {less(square(d()), k(-1.0)), less(of(PINCER_FUNCTION_sin, d()), k(0.5))});
  EXPECT_EQ(coreOf(plain), std::vector<std::size_t>{0});
  EXPECT_FALSE(std::get<Unsat>(plain).assumesLibm) << "the core has no function in it";
}

TEST_F(IntervalTest, ProvesWithFunctions) {
  EXPECT_TRUE(
      refutes({less(k(2.0), add(of(PINCER_FUNCTION_sin, d()), of(PINCER_FUNCTION_cos, d(1))))}));
  EXPECT_TRUE(refutes({less(of(PINCER_FUNCTION_exp, d()), k(0.0))}));
  EXPECT_TRUE(refutes({less(of(PINCER_FUNCTION_exp, d()), k(2.0)), less(k(0.7), d())}));
  EXPECT_TRUE(refutes({less(k(3.0), of(PINCER_FUNCTION_log, d())), less(d(), k(20.0))}));
  EXPECT_TRUE(
      refutes({less(k(0.9), of(PINCER_FUNCTION_sin, d())), less(k(3.0), d()), less(d(), k(6.0))}));
  EXPECT_TRUE(refutes({less(k(1.6), of(PINCER_FUNCTION_atan, d()))}));
  const TermId hypotenuse = pool.make(Apply, 64, d(0), d(1), {}, PINCER_FUNCTION_hypot);
  EXPECT_TRUE(refutes({less(hypotenuse, k(1.0)), less(k(1.5), d(1))}));
}

TEST_F(IntervalTest, CoresAreSmall) {
  const Answer answer = ask(search, {less(d(1), d(2)), less(k(3.0), square(d(0))),
                                     less(d(0), k(1.0)), less(k(0.0), d(0))});
  EXPECT_EQ(coreOf(answer), (std::vector<std::size_t>{1, 2, 3}));
}

TEST_F(IntervalTest, FindsThinRoots) {
  EXPECT_TRUE(solves({equal(square(d()), k(6.25)), less(k(0.0), d())}));
  EXPECT_TRUE(solves({less(k(1.4142135623730), d()), less(d(), k(1.4142135623731))}));
  const TermId cubic = add(sub(mul(d(), square(d())), mul(k(2.0), square(d()))), k(3.0));
  EXPECT_TRUE(solves({op(FLessEqual, k(17.25), cubic), op(FLessEqual, cubic, k(17.2500000001))}));
  EXPECT_TRUE(solves({equal(of(PINCER_FUNCTION_exp, d()), k(1.0))}));
  EXPECT_TRUE(solves({less(k(0.999), of(PINCER_FUNCTION_sin, d())), less(k(1e3), d())}));
}

/// Where numbers are none, or not what they seem.
TEST_F(IntervalTest, Corners) {
  const double inf = HUGE_VAL, least = 5e-324, most = 1.7976931348623157e308;
  // NaN: every comparison is false, so "not less" holds for it, and x == x doesn't.
  EXPECT_TRUE(solves({op(FUnordered, d(), d())}));
  EXPECT_TRUE(solves({isNot(less(d(), k(1.0))), isNot(less(k(0.0), d()))})) << "only a NaN";
  EXPECT_TRUE(refutes({isNot(less(d(), k(1.0))), isNot(less(k(0.0), d())), equal(d(), d(1))}));
  EXPECT_TRUE(
      solves({op(FUnordered, sub(d(0), d(1)), k(0.0)), equal(d(0), k(inf)), less(k(0.0), d(1))}))
      << "infinity less infinity";
  EXPECT_TRUE(
      solves({op(FUnordered, mul(d(0), d(1)), k(0.0)), equal(d(0), k(0.0)), equal(d(1), d(1))}))
      << "zero times infinity";
  EXPECT_TRUE(
      refutes({op(FUnordered, pool.make(FSqrt, 64, d()), k(0.0)), op(FLessEqual, k(0.0), d())}));
  // Infinities.
  EXPECT_TRUE(solves({less(k(most), d())}));
  EXPECT_TRUE(solves({less(k(most), mul(d(), k(2.0))), less(d(), k(1e308))}));
  EXPECT_TRUE(refutes({less(k(inf), d())}));
  EXPECT_TRUE(refutes({less(k(most), add(d(), k(1.0))), less(d(), k(1e300))}));
  // Absorption: x + 1 == x has solutions, but none that are small.
  EXPECT_TRUE(solves({equal(add(d(), k(1.0)), d())}));
  EXPECT_TRUE(refutes({equal(add(d(), k(1.0)), d()), less(absolute(d()), k(50.0))}));
  // Denormals, and what underflows.
  EXPECT_TRUE(solves({less(k(0.0), d()), less(d(), k(2 * least))}));
  EXPECT_TRUE(refutes({less(k(0.0), d()), less(d(), k(least))}));
  EXPECT_TRUE(solves({equal(square(d()), k(0.0)), less(k(0.0), d())})) << "underflow";
  EXPECT_TRUE(refutes({equal(square(d()), k(0.0)), less(k(1e-100), d())}));
  // Division by zero, and the zeros' signs.
  EXPECT_TRUE(solves({equal(op(FDiv, k(1.0), d()), k(inf)), equal(d(), k(0.0))}));
  EXPECT_TRUE(solves({equal(op(FDiv, k(1.0), d()), k(-inf)), equal(d(), k(0.0))}))
      << "the negative zero";
  EXPECT_TRUE(refutes({equal(op(FDiv, k(1.0), d()), k(-inf)), equal(d(), k(0.0)),
                       op(SLessEqual, number(0, 64), d())}));
  EXPECT_TRUE(solves(
      {op(FUnordered, op(FDiv, d(), d(1)), k(0.0)), equal(d(), k(0.0)), equal(d(1), k(0.0))}));
  EXPECT_TRUE(solves({equal(d(), k(0.0)), op(SLess, d(), number(0, 64))}));
}

TEST_F(IntervalTest, IntegersAndNumbers) {
  const TermId i = pool.input(32, 1);
  const TermId half = mul(pool.make(IntToF, 64, i), k(0.5));
  EXPECT_TRUE(solves({equal(half, k(21.5))}));
  EXPECT_TRUE(refutes({equal(half, k(21.25))}));
  const TermId product = mul(pool.make(IntToF, 64, i), pool.make(IntToF, 64, pool.input(32, 2)));
  EXPECT_FALSE(refutes({equal(product, k(-123457.0)), less(k(0.0), half)})) << "a negative factor";
  const TermId cents = pool.make(FToInt, 32, mul(d(), k(100.0)));
  EXPECT_TRUE(solves({pool.equal(cents, number(1234))}));
  EXPECT_TRUE(refutes({pool.equal(cents, number(1234)), less(d(), k(12.33))}));
  EXPECT_TRUE(solves({pool.equal(cents, number(0x8000'0000)), less(k(0.0), d())}))
      << "does not fit";
  EXPECT_TRUE(refutes({pool.equal(cents, number(7)), op(FUnordered, d(), d())}));
  // floor and round
  const TermId floor = pool.make(FRound, 64, d(), {}, {}, PINCER_ROUND_DOWN);
  EXPECT_TRUE(refutes({equal(floor, k(3.0)), less(d(), k(3.0))}));
  EXPECT_TRUE(refutes({equal(floor, k(3.5))}));
}

TEST_F(IntervalTest, MinimumMaximumAndChoices) {
  const TermId a = d(0), b = d(1);
  const TermId least = pool.make(Choose, 64, less(a, b), a, b);
  EXPECT_TRUE(refutes({less(k(5.0), least), less(a, k(4.0)), equal(b, b)}));
  EXPECT_TRUE(solves({less(k(5.0), least), less(a, k(6.0))}));
  const TermId size = pool.make(Choose, 64, less(a, k(0.0)), op(Xor, a, number(1ull << 63, 64)), a);
  EXPECT_TRUE(refutes({less(size, k(-1.0))}));
  const TermId clamped = pool.make(Choose, 64, less(a, k(0.0)), k(0.0),
                                   pool.make(Choose, 64, less(k(1.0), a), k(1.0), a));
  EXPECT_TRUE(refutes({less(k(1.0), clamped)}));
}

TEST_F(IntervalTest, NumbersInBytes) {
  TermId number = pool.input(8, 0);
  current.assign(8, 0);
  for (std::uint32_t i = 1; i < 8; ++i)
    number = pool.make(Concat, 8 * (i + 1), pool.input(8, i), number);
  EXPECT_TRUE(solves({less(k(3.0), number), less(square(number), k(9.5))}));
  EXPECT_TRUE(refutes({less(k(3.0), number), less(square(number), k(8.5))}));
}

TEST_F(IntervalTest, QuickPassOnIntegers) {
  const TermId x = pool.input(32, 0), y = pool.input(32, 1);
  EXPECT_EQ(coreOf(ask(quick, {op(SLess, y, number(4)), op(SLess, x, number(10)),
                               op(SLess, number(20), x)})),
            (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(coreOf(ask(quick, {pool.equal(op(And, x, number(7)), number(5)),
                               pool.equal(op(And, x, number(3)), number(2))})),
            (std::vector<std::size_t>{0, 1}));
  const TermId byte = pool.make(ZeroExtend, 32, pool.input(8, 2));
  EXPECT_EQ(coreOf(ask(quick, {op(ULess, number(600), op(Add, byte, op(Add, byte, number(5))))})),
            (std::vector<std::size_t>{0}));
  EXPECT_TRUE(
      std::holds_alternative<Sat>(ask(quick, {op(SLess, number(41), op(Add, x, number(2))),
                                              op(SLess, x, number(41)), op(SLess, number(39), x)})))
      << "forced";
  // An overflow keeps this possible.
  EXPECT_FALSE(std::holds_alternative<Unsat>(
      ask(quick, {op(SLess, op(Add, x, number(1)), x), op(SLess, number(0), x)})));
}

/// Random queries over few small inputs, against trying everything.
TEST_F(IntervalTest, QuickPassNeverLies) {
  unsigned proofs = 0;
  const char *asked = std::getenv("PINCER_RULES_ROUNDS");
  const std::uint64_t rounds = asked ? std::strtoull(asked, nullptr, 10) : 3000;
  for (std::uint64_t seed = 0; seed < rounds; ++seed) {
    expr::Pool fresh;
    const std::vector<unsigned> widths =
        seed % 2 == 0 ? std::vector<unsigned>{5, 3, 4} : std::vector<unsigned>{8, 3};
    TestTerms terms(fresh, widths, seed);
    Query query{fresh, terms.conditions(1 + terms.below(4), 3), terms.randomInputs()};
    TermMarks marks;
    Slice slice(fresh, query.conditions, query.current, marks);
    const Answer answer = quick.solve(slice);
    if (std::holds_alternative<Unknown>(answer))
      continue;
    ASSERT_EQ(problemOf(terms, query, answer), "") << "seed " << seed;
    proofs += std::holds_alternative<Unsat>(answer) ? 1 : 0;
  }
  EXPECT_GT(proofs, rounds / 50);
}

} // namespace
} // namespace solver::intervals
