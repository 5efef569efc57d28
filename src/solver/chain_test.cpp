#include "solver/chain.h"

#include "solver/slicing.h"
#include "solver/test_terms.h"
#include "solver/z3/z3_layer.h"

#include <gtest/gtest.h>

namespace solver {
namespace {

using expr::Operation;

std::unique_ptr<Chain> chain(const Limits &limits = {}) {
  auto made = Chain::make(limits);
  EXPECT_TRUE(made) << made.error().message;
  return std::move(*made);
}

/// Queries over two or three inputs with 16 bits together, checked by trying everything.
void compareWithExhaustion(Solver &solver, std::uint64_t seed, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) {
    expr::Pool pool;
    std::vector<unsigned> widths{6, 5};
    if (round % 2 == 0)
      widths = {5, 3, 4};
    TestTerms terms(pool, widths, seed + round);
    Query query{pool, terms.conditions(1 + terms.below(4), 3), terms.randomInputs()};
    EXPECT_EQ(problemOf(terms, query, solver.solve(query)), "") << "seed " << seed + round;
  }
}

TEST(Chain, AgreesWithExhaustion) {
  const auto solver = chain();
  compareWithExhaustion(*solver, 1, 3000);
  for (const auto &[what, count] : solver->counts().answers)
    std::cout << what << ": " << count << "\n";
}

TEST(Chain, Z3AloneAgreesWithExhaustion) {
  Meter meter;
  RunValues run;
  auto z3 = z3worker::Z3Layer::make({}, meter);
  ASSERT_TRUE(z3);
  Slicing slicing(**z3, run, meter);
  compareWithExhaustion(slicing, 100'000, 1000);
  for (const auto &[what, count] : meter.counts().answers)
    std::cout << what << ": " << count << "\n";
}

} // namespace
} // namespace solver
