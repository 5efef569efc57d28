#pragma once

#include "expr/evaluator.h"
#include "solver/meter.h"
#include "solver/testing/fake_layer.h"

#include <gtest/gtest.h>

#include <bit>

namespace solver {

/// For tests of layers: terms with short names, and queries about them. Solutions are checked.
class LayerTest : public testing::Test {
protected:
  using Operation = expr::Operation;
  using TermId = expr::TermId;
  using Values = std::vector<std::uint64_t>; // of inputs, by number

  TermId x(std::uint32_t input = 0, unsigned width = 32) { return pool.input(width, input); }
  TermId d(std::uint32_t input = 0) { return pool.input(64, input); }
  TermId f(std::uint32_t input = 0) { return pool.input(32, input); }
  TermId number(std::uint64_t value, unsigned width = 32) { return pool.constant(width, value); }
  TermId k(double value) { return pool.constant(64, std::bit_cast<std::uint64_t>(value)); }
  TermId k(float value) { return pool.constant(32, std::bit_cast<std::uint32_t>(value)); }
  TermId op(Operation operation, TermId a, TermId b) {
    return pool.make(operation, expr::isComparison(operation) ? 1u : pool[a].width, a, b);
  }
  /// A function of libm.
  TermId of(unsigned function, TermId a) {
    return pool.make(Operation::Apply, pool[a].width, a, pool.constant(pool[a].width, 0), {},
                     function);
  }

  Answer ask(Layer &layer, const std::vector<TermId> &conditions, const Values &current) {
    Slice slice(pool, conditions, current, scratch);
    const Answer answer = layer.solve(slice);
    seeds = slice.seeds;
    if (const Sat *sat = std::get_if<Sat>(&answer)) {
      Values inputs = current;
      for (const auto &[input, value] : sat->assignment) {
        inputs.resize(std::max<std::size_t>(inputs.size(), input + 1));
        inputs[input] = value;
      }
      expr::Evaluator evaluate(pool, inputs);
      for (const TermId condition : conditions)
        EXPECT_EQ(evaluate(condition), 1u);
    }
    return answer;
  }
  bool solves(Layer &layer, const std::vector<TermId> &conditions, const Values &current) {
    return std::holds_alternative<Sat>(ask(layer, conditions, current));
  }
  /// What inputs become so that the conditions hold; fails if the layer does not know.
  Assignment assignmentOf(Layer &layer, const std::vector<TermId> &conditions,
                          const Values &current) {
    const Answer answer = ask(layer, conditions, current);
    if (const Sat *sat = std::get_if<Sat>(&answer))
      return sat->assignment;
    ADD_FAILURE() << "no assignment";
    return {};
  }

  expr::Pool pool;
  Meter meter;
  TermMarks scratch;
  FakeLayer next;
  std::vector<Values> seeds; // that the last query left for the layers behind
};

} // namespace solver
