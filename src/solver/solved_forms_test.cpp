#include "solver/solved_forms.h"

#include "solver/fake_layer.h"

#include <gtest/gtest.h>

namespace solver {
namespace {

using expr::Operation;
using expr::TermId;

class SolvedFormsTest : public testing::Test {
protected:
  static TermId product(expr::Pool &pool, std::uint32_t a, std::uint32_t b, std::uint64_t value) {
    return pool.equal(pool.make(Operation::Mul, 32, pool.input(32, a), pool.input(32, b)),
                      pool.constant(32, value));
  }
  static TermId above(expr::Pool &pool, std::uint32_t a, std::uint64_t bound) {
    return pool.make(Operation::ULess, 1, pool.constant(32, bound), pool.input(32, a));
  }
  Answer ask(expr::Pool &pool, std::vector<TermId> conditions, std::vector<std::uint64_t> current) {
    Slice slice(pool, std::move(conditions), current, scratch);
    return forms.solve(slice);
  }

  Meter meter;
  TermMarks scratch;
  FakeLayer next;
  RecentPools<Shapes> shapes;
  SolvedForms forms{next, shapes, meter};
  expr::Pool first, second;
};

TEST_F(SolvedFormsTest, SolutionsAreTriedUnderOtherNames) {
  next.answer = Sat{{{0, 7}, {1, 13}}};
  ask(first, {above(first, 0, 5), product(first, 0, 1, 91), above(first, 1, 2)}, {6, 3});
  next.answer = Unknown{"no"};
  // fewer conditions, in another pool, with other names
  const Answer answer =
      ask(second, {product(second, 4, 5, 91), above(second, 5, 2)}, {0, 0, 0, 0, 1, 3});
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
  const Model &model = std::get<Sat>(answer).model;
  EXPECT_EQ(model.at(4) * model.at(5), 91u);
  EXPECT_EQ(next.asked.size(), 1u);
}

TEST_F(SolvedFormsTest, WhatDoesNotHoldIsAsked) {
  next.answer = Sat{{{0, 7}, {1, 13}}};
  ask(first, {product(first, 0, 1, 91)}, {1, 1});
  next.answer = Unknown{"no"};
  ask(second, {product(second, 0, 1, 91), above(second, 0, 50)}, {60, 1});
  ask(second, {product(second, 0, 0, 91)}, {1});
  ask(second, {product(second, 0, 1, 93)}, {1, 1});
  EXPECT_EQ(next.asked.size(), 4u);
}

} // namespace
} // namespace solver
