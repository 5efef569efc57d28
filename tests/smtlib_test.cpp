// Z3 reads what expr prints as SMT-LIB, and means the same by it. Not beside the code, since
// expr knows no Z3 (src/LAYERS).
#include "expr/evaluator.h"
#include "expr/print.h"
#include "support/rng.h"

#include <gtest/gtest.h>
#include <z3++.h>

namespace {

using expr::Operation;
using expr::TermId;

z3::check_result ask(const expr::Pool &pool, const std::vector<TermId> &conditions) {
  static z3::context context;
  z3::solver solver(context, "QF_BV");
  solver.from_string(expr::toSmtLib(pool, conditions).c_str());
  EXPECT_EQ(solver.assertions().size(), conditions.size());
  return solver.check();
}

/// The operation on inputs, each fixed to a value by a condition of its own, has the value that we
/// compute, and no other.
void compare(Operation operation, unsigned width, unsigned extra, std::vector<unsigned> widths,
             support::Rng &rng) {
  expr::Pool pool;
  std::vector<TermId> operands, conditions;
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    operands.push_back(pool.input(widths[i], static_cast<std::uint32_t>(i)));
    const std::uint64_t value = rng.oneIn(3) ? 0 - rng.below(3) : rng.next();
    values.push_back(value & expr::maskOf(widths[i]));
    conditions.push_back(pool.equal(operands[i], pool.constant(widths[i], values[i])));
  }
  operands.resize(3);
  const TermId term = pool.make(operation, width, operands[0], operands[1], operands[2], extra);
  const TermId result = pool.constant(width, expr::Evaluator(pool, values)(term));
  conditions.push_back(pool.equal(term, result));
  EXPECT_EQ(ask(pool, conditions), z3::sat) << nameOf(operation) << width;
  conditions.back() = pool.negation(conditions.back());
  EXPECT_EQ(ask(pool, conditions), z3::unsat) << nameOf(operation) << width;
}

TEST(SmtLib, MeansTheSameToZ3) {
  support::Rng rng(7);
  for (int round = 0; round < 15; ++round)
    for (unsigned i = 2; i < PINCER_OPERATION_COUNT; ++i) {
      const auto operation = static_cast<Operation>(i);
      const auto width = static_cast<unsigned>(2 + rng.below(11));
      if (operation == Operation::Choose)
        compare(operation, width, 0, {1, width, width}, rng);
      else if (operation == Operation::ZeroExtend || operation == Operation::SignExtend)
        compare(operation, width + static_cast<unsigned>(1 + rng.below(50)), 0, {width}, rng);
      else if (operation == Operation::Extract)
        compare(operation, width - 1, 1, {width}, rng);
      else if (operation == Operation::Concat)
        compare(operation, width + 5, 0, {width, 5}, rng);
      else
        compare(operation, isComparison(operation) ? 1 : width, 0, {width, width}, rng);
    }
}

TEST(SmtLib, CarriesDeepTerms) {
  expr::Pool pool;
  const TermId y = pool.input(8, 1);
  TermId x = pool.input(8, 0);
  for (int i = 0; i < 200; ++i)
    x = pool.make(Operation::Add, 8, pool.make(Operation::Xor, 8, x, y), y);
  const TermId pinned[] = {pool.equal(pool.input(8, 0), pool.constant(8, 3)),
                           pool.equal(y, pool.constant(8, 9))};
  const std::uint64_t inputs[] = {3, 9};
  const std::uint64_t value = expr::Evaluator(pool, inputs)(x);
  EXPECT_EQ(ask(pool, {pinned[0], pinned[1], pool.equal(x, pool.constant(8, value))}), z3::sat);
  EXPECT_EQ(ask(pool, {pinned[0], pinned[1], pool.equal(x, pool.constant(8, value + 1))}),
            z3::unsat);
}

} // namespace
