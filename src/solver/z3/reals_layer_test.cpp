#include "solver/z3/reals_layer.h"

#include "expr/evaluator.h"
#include "solver/testing/layer_test.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace solver::z3worker {
namespace {

using enum expr::Operation;
using expr::Operation;
using expr::TermId;

class RealsLayerTest : public LayerTest {
protected:
  TermId square(TermId a) { return op(FMul, a, a); }
  bool solves(const std::vector<TermId> &conditions) {
    return LayerTest::solves(reals, conditions, current);
  }

  std::unique_ptr<Z3Layer> z3 = std::move(*Z3Layer::make({}, meter));
  RealsLayer reals{*z3, next, meter};
  Values current = {0, 0, 0, 0};
};

TEST_F(RealsLayerTest, FindsWhatPolynomialsAllow) {
  const TermId circle = op(FAdd, square(d(0)), square(d(1)));
  EXPECT_TRUE(solves({op(FLess, circle, k(1.0)), op(FLess, k(1.2), op(FAdd, d(0), d(1)))}));
  const TermId cubic = op(FMul, d(), square(d()));
  EXPECT_TRUE(solves({op(FLess, k(26.9), cubic), op(FLess, cubic, k(27.1))}));
  EXPECT_TRUE(solves(
      {op(FEqual, op(FAdd, d(0), d(1)), k(10.0)), op(FEqual, op(FSub, d(0), d(1)), k(4.0))}));
  EXPECT_TRUE(solves({op(FLess, k(2.0), op(FDiv, k(1.0), d())), op(FLess, k(0.25), d())}));
  EXPECT_TRUE(solves({op(FLess, k(3.0), pool.make(FSqrt, 64, d())),
                      op(FLess, pool.make(FSqrt, 64, d()), k(3.001))}));
}

TEST_F(RealsLayerTest, IntegersAndConversions) {
  const TermId i = pool.input(32, 1);
  const TermId half = op(FMul, pool.make(IntToF, 64, i), k(0.5));
  EXPECT_TRUE(solves({op(FLess, k(1000.2), half), op(FLess, square(half), k(1002500.0))}));
}

TEST_F(RealsLayerTest, WhatRoundingSpoilsIsASeed) {
  // The square root of 2 is no double, and a double near it does not do.
  EXPECT_FALSE(solves({op(FEqual, square(d()), k(2.0)), op(FLess, k(0.0), d())}));
  ASSERT_EQ(seeds.size(), 1u);
  EXPECT_NEAR(std::bit_cast<double>(seeds[0].at(0)), std::sqrt(2.0), 1e-15);
  EXPECT_EQ(next.asked.size(), 1u);
}

TEST_F(RealsLayerTest, NoRealNumberIsNoProof) {
  EXPECT_FALSE(solves({op(FEqual, op(FAdd, d(), k(1.0)), d())}));
  EXPECT_EQ(next.asked.size(), 1u);
  EXPECT_TRUE(seeds.empty());
}

TEST_F(RealsLayerTest, TinyAndHugeNumbersArriveWhole) {
  EXPECT_TRUE(solves({op(FLess, k(1e-300), d()), op(FLess, d(), k(2e-300))}));
  EXPECT_TRUE(solves({op(FLessEqual, k(1e300), d()), op(FLess, d(), k(2e300))}));
}

} // namespace
} // namespace solver::z3worker
