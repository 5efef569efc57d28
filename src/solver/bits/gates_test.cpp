#include "solver/bits/gates.h"

#include <cadical.hpp>
#include <functional>
#include <gtest/gtest.h>
#include <set>

// Every gate on every choice of variables, their negations and constants gives what it should for
// each value of the variables, and nothing else.

namespace solver::bits {
namespace {

constexpr int satisfiable = 10, contradictory = 20; // as CaDiCaL says it

class GatesTest : public testing::Test {
protected:
  bool value(Literal literal, unsigned values) const {
    if (Gates::isConstant(literal))
      return literal == Gates::yes;
    for (unsigned i = 0; i < 3; ++i)
      if (std::abs(literal) == variables[i])
        return (values >> i & 1) == (literal > 0 ? 1u : 0u);
    ADD_FAILURE() << "no variable of ours";
    return false;
  }
  int solve(Literal literal, unsigned values) {
    for (unsigned i = 0; i < 3; ++i)
      sat.assume((values >> i & 1) != 0 ? variables[i] : -variables[i]);
    sat.assume(literal);
    return sat.solve();
  }
  void expectGate(const std::function<Literal(Literal, Literal, Literal)> &gate,
                  const std::function<bool(bool, bool, bool)> &truth, bool isOfTwo = false) {
    std::vector<Literal> literals = {Gates::yes, Gates::no};
    for (const Literal variable : variables)
      literals.insert(literals.end(), {variable, -variable});
    for (const Literal a : literals)
      for (const Literal b : literals)
        for (const Literal c : isOfTwo ? std::vector{Gates::no} : literals) {
          SCOPED_TRACE(testing::Message() << a << ", " << b << ", " << c);
          const Literal made = gate(a, b, c);
          for (unsigned values = 0; values < 8; ++values) {
            const bool expected = truth(value(a, values), value(b, values), value(c, values));
            ASSERT_EQ(solve(expected ? made : -made, values), satisfiable);
            ASSERT_EQ(solve(expected ? -made : made, values), contradictory);
          }
        }
  }

  CaDiCaL::Solver sat;
  Gates gates{sat};
  const std::vector<Literal> variables = {gates.variable(false), gates.variable(true),
                                          gates.variable(false)};
};

TEST_F(GatesTest, OfTwo) {
  expectGate([&](Literal a, Literal b, Literal) { return gates.both(a, b); },
             [](bool a, bool b, bool) { return a && b; }, true);
  expectGate([&](Literal a, Literal b, Literal) { return gates.either(a, b); },
             [](bool a, bool b, bool) { return a || b; }, true);
  expectGate([&](Literal a, Literal b, Literal) { return gates.differ(a, b); },
             [](bool a, bool b, bool) { return a != b; }, true);
}

TEST_F(GatesTest, Choice) {
  expectGate([&](Literal a, Literal b, Literal c) { return gates.choice(a, b, c); },
             [](bool a, bool b, bool c) { return a ? b : c; });
}

TEST_F(GatesTest, SumAndCarry) {
  expectGate([&](Literal a, Literal b, Literal c) { return gates.parity(a, b, c); },
             [](bool a, bool b, bool c) { return (a != b) != c; });
  expectGate([&](Literal a, Literal b, Literal c) { return gates.majority(a, b, c); },
             [](bool a, bool b, bool c) { return a + b + c >= 2; });
}

TEST_F(GatesTest, OfMany) {
  expectGate([&](Literal a, Literal b, Literal c) { return gates.all({a, b, c}); },
             [](bool a, bool b, bool c) { return a && b && c; });
  expectGate([&](Literal a, Literal b, Literal c) { return gates.any({a, b, c}); },
             [](bool a, bool b, bool c) { return a || b || c; });
}

/// Gates that share some of their inputs are kept apart, however full the table is.
TEST_F(GatesTest, AreOneOnlyIfAllInputsAre) {
  std::set<Literal> made;
  std::vector<Literal> others;
  for (unsigned i = 0; i < 2'000; ++i)
    others.push_back(gates.variable(false));
  for (const Literal other : others)
    made.insert(gates.choice(variables[0], variables[1], other));
  EXPECT_EQ(made.size(), others.size());
  for (const Literal other : others)
    EXPECT_TRUE(made.contains(gates.choice(variables[0], variables[1], other)));
}

} // namespace
} // namespace solver::bits
