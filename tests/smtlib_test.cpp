// Z3 reads what expr prints as SMT-LIB, and means the same by it. Not beside the code, since
// expr knows no Z3 (src/LAYERS).
#include "expr/evaluator.h"
#include "expr/floating.h"
#include "expr/print.h"
#include "support/rng.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <z3++.h>

namespace {

using expr::Operation;
using expr::TermId;

z3::check_result ask(const expr::Pool &pool, const std::vector<TermId> &conditions) {
  static z3::context context;
  const std::string script = expr::toSmtLib(pool, conditions);
  // The solver for bit vectors alone is the faster one.
  const bool onlyBits = script.find("(set-logic QF_BV)") != std::string::npos;
  z3::solver solver = onlyBits ? z3::solver(context, "QF_BV") : z3::solver(context);
  solver.from_string(script.c_str());
  EXPECT_EQ(solver.assertions().size(), conditions.size());
  return solver.check();
}

/// A number that is worth a test, as bits.
std::uint64_t number(unsigned width, support::Rng &rng) {
  const double numbers[] = {0,    1,     -2.5,    0.1, HUGE_VAL, NAN,    5e-324, 1e-310, 1e-40,
                            1e10, 2.5e9, -0x1p31, 3.5, 0x1p63,   -1e300, 1e38,   0.5,    -0.3};
  const double value = rng.oneIn(2) ? numbers[rng.below(std::size(numbers))]
                                    : (static_cast<double>(rng.below(2000)) - 1000) / 8;
  return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                     : std::bit_cast<std::uint64_t>(value);
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
    const bool isNumber =
        isFloating(operation) && operation != Operation::IntToF && operation != Operation::UIntToF;
    const std::uint64_t value = isNumber       ? number(widths[i], rng)
                                : rng.oneIn(3) ? 0 - rng.below(3)
                                               : rng.next();
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
    for (unsigned i = 2; i < static_cast<unsigned>(Operation::FAdd); ++i) {
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
      else if (operation == Operation::WideDiv || operation == Operation::WideRem)
        compare(operation, width, 0, {width, width, width}, rng);
      else
        compare(operation, isComparison(operation) ? 1 : width, 0, {width, width}, rng);
    }
}

TEST(SmtLib, FloatingPointMeansTheSameToZ3) {
  support::Rng rng(8);
  for (int round = 0; round < 6; ++round)
    for (unsigned i = static_cast<unsigned>(Operation::FAdd);
         i < static_cast<unsigned>(Operation::Call); ++i) {
      const auto operation = static_cast<Operation>(i);
      const unsigned width = rng.oneIn(2) ? 32 : 64;
      const auto extra =
          static_cast<unsigned>(operation == Operation::FRound ? rng.below(PINCER_ROUND_COUNT) : 0);
      if (operation == Operation::Apply || operation == Operation::FRem)
        continue; // Z3 knows nothing of them
      if (operation == Operation::IntToF || operation == Operation::UIntToF)
        compare(operation, width, 0, {static_cast<unsigned>(1 + rng.below(64))}, rng);
      else if (operation == Operation::FConvert)
        compare(operation, width, 0, {96 - width}, rng);
      else if (operation == Operation::FToInt)
        compare(operation, width, 0, {rng.oneIn(2) ? 32u : 64u}, rng);
      else
        compare(operation, isComparison(operation) ? 1 : width, extra,
                std::vector<unsigned>(operandCount(operation), width), rng);
    }
}

TEST(SmtLib, FunctionsOfLibmAreAnything) {
  expr::Pool pool;
  const TermId x = pool.input(64, 0), zero = pool.constant(64, 0);
  const TermId sine =
      pool.make(Operation::Apply, 64, x, zero, {}, static_cast<unsigned>(PINCER_FUNCTION_sin));
  const TermId two = pool.constant(64, std::bit_cast<std::uint64_t>(2.0));
  EXPECT_EQ(ask(pool, {pool.make(Operation::FLess, 1, two, sine)}), z3::sat);
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
