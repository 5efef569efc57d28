// Queries that have a solution by their making: terms of all operations over inputs whose values
// are chosen first, and conditions that say what holds of them. Whoever answers "no" is wrong; and
// since the values are of all widths, this reaches what trying everything can't.
#include "expr/evaluator.h"
#include "expr/extended.h"
#include "expr/print.h"
#include "solver/bits/bits_layer.h"
#include "solver/chain.h"
#include "solver/slicing.h"
#include "solver/testing/fake_layer.h"
#include "solver/z3/z3_layer.h"
#include "support/rng.h"

#include <bit>
#include <functional>
#include <gtest/gtest.h>

namespace solver {
namespace {

using expr::Operation;
using expr::TermId;

class PlantedQuery {
public:
  explicit PlantedQuery(std::uint64_t seed) : rng_(seed) {
    for (const unsigned width : {64u, 64u, 64u, 32u, 8u, 16u})
      terms_.push_back(pool_.input(width, static_cast<std::uint32_t>(terms_.size())));
    for (const TermId input : terms_)
      planted_.push_back(value(pool_[input].width));
  }

  /// What the conditions are about; they hold for the values that were chosen first.
  Query query() {
    for (std::uint64_t count = 2 + rng_.below(5); count > 0; --count)
      grow();
    Query query{pool_, {}, {}};
    expr::Evaluator evaluate(pool_, planted_);
    for (std::uint64_t count = 1 + rng_.below(3); count > 0; --count) {
      const TermId a = any();
      const unsigned width = pool_[a].width;
      const TermId b = rng_.oneIn(2)
                           ? pool_.constant(width, rng_.oneIn(3) ? value(width) : evaluate(a))
                           : withWidth(width);
      const Operation comparisons[] = {Operation::Equal, Operation::ULess, Operation::SLess,
                                       Operation::ULessEqual};
      TermId condition = pool_.make(comparisons[rng_.below(4)], 1, a, b);
      if (evaluate(condition) == 0)
        condition = pool_.negation(condition);
      query.conditions.push_back(condition);
    }
    for (const TermId input : std::span(terms_).first(planted_.size()))
      query.current.push_back(rng_.oneIn(3) ? planted_[query.current.size()]
                                            : value(pool_[input].width));
    return query;
  }

  bool holds(const Query &query, std::span<const std::uint64_t> inputs) const {
    expr::Evaluator evaluate(pool_, inputs);
    return std::all_of(query.conditions.begin(), query.conditions.end(),
                       [&](TermId condition) { return evaluate(condition) != 0; });
  }
  const std::vector<std::uint64_t> &planted() const { return planted_; }

private:
  std::uint64_t value(unsigned width) {
    const double numbers[] = {0.0, -0.0, 1.5, -7, 1e300, 1.0 / 3, 12345.678, 1e-310};
    const std::uint64_t corners[] = {0, 1, ~0ull, 1ull << (width - 1), 10, 1'000'000'007};
    const std::uint64_t bits =
        rng_.oneIn(3)   ? corners[rng_.below(std::size(corners))]
        : rng_.oneIn(2) ? rng_.next() >> rng_.below(64)
                        : std::bit_cast<std::uint64_t>(numbers[rng_.below(std::size(numbers))]);
    return bits & expr::maskOf(width);
  }
  TermId any() { return terms_[rng_.below(terms_.size())]; }
  TermId withWidth(unsigned width) {
    for (int tries = 0; tries < 20; ++tries)
      if (const TermId term = any(); pool_[term].width == width)
        return term;
    return pool_.constant(width, value(width));
  }
  void add(TermId term) { terms_.push_back(term); }

  void grow() {
    switch (rng_.below(6)) {
    case 0:
      return growWide();
    case 1:
    case 2:
      return growExtended();
    default:
      return growPlain();
    }
  }
  void growPlain() {
    const unsigned widths[] = {8, 16, 32, 64};
    const unsigned width = widths[rng_.below(4)];
    const auto operation = static_cast<Operation>(static_cast<unsigned>(Operation::Add) +
                                                  rng_.below(PINCER_OP_AShr - PINCER_OP_Add + 1));
    add(pool_.make(operation, width, withWidth(width), withWidth(width)));
  }
  void growWide() {
    const TermId a = withWidth(64), b = withWidth(64);
    const TermId c = rng_.oneIn(2) ? pool_.constant(64, value(64)) : withWidth(64);
    add(pool_.make(Operation::MulHigh, 64, a, c));
    add(pool_.make(rng_.oneIn(2) ? Operation::WideDiv : Operation::WideRem, 64, a, b, c));
  }
  /// One operation, on words and exponents that are any, or on what another one gave.
  void growExtended() {
    const auto extra = static_cast<unsigned>(rng_.below(PINCER_EXTENDED_COUNT));
    const TermId c = rng_.oneIn(3)
                         ? pool_.constant(32, value(32))
                         : pool_.make(Operation::Concat, 32, withWidth(16), withWidth(16));
    const TermId a = withWidth(64), b = withWidth(64);
    const unsigned widths[] = {1, 16, 32, 64};
    for (const unsigned width : widths)
      if (expr::fitsExtended(width, extra, 64, 64, 32))
        add(pool_.make(Operation::Extended, width, a, b, c, extra));
  }

  support::Rng rng_;
  expr::Pool pool_;
  std::vector<TermId> terms_; // inputs first
  std::vector<std::uint64_t> planted_;
};

constexpr std::uint64_t rounds = 30;

/// What is wrong with the answer to a query that has a solution; empty: nothing.
std::string problemOf(const PlantedQuery &planted, const Query &query, const Answer &answer) {
  if (std::holds_alternative<Unsat>(answer))
    return "a solution is said to be none\n" + expr::toSmtLib(query.pool, query.conditions);
  if (const auto *sat = std::get_if<Sat>(&answer)) {
    std::vector<std::uint64_t> inputs = query.current;
    for (const auto &[input, value] : sat->assignment)
      inputs.at(input) = value;
    return planted.holds(query, inputs) ? "" : "the assignment is none";
  }
  return "";
}

/// Asks all queries; how many were solved.
unsigned askAll(const std::function<Answer(const Query &)> &solve) {
  unsigned solved = 0;
  for (std::uint64_t seed = 1; seed <= rounds; ++seed) {
    PlantedQuery planted(seed);
    const Query query = planted.query();
    EXPECT_TRUE(planted.holds(query, planted.planted())) << "seed " << seed;
    const Answer answer = solve(query);
    EXPECT_EQ(problemOf(planted, query, answer), "") << "seed " << seed;
    solved += std::holds_alternative<Sat>(answer);
  }
  return solved;
}

TEST(Planted, TheChainNeverSaysNo) {
  auto chain = Chain::make({});
  ASSERT_TRUE(chain) << chain.error().message;
  EXPECT_GT(askAll([&](const Query &query) { return (*chain)->solve(query); }), rounds * 3 / 4);
}

TEST(Planted, BitsNeverSayNo) {
  Meter meter;
  FakeLayer next;
  TermMarks scratch;
  const unsigned solved = askAll([&](const Query &query) {
    bits::BitsLayer layer(next, meter);
    Slice slice(query.pool, query.conditions, query.current, scratch);
    return layer.solve(slice);
  });
  EXPECT_GT(solved, rounds / 3);
}

TEST(Planted, Z3NeverSaysNo) {
  Meter meter;
  RunValues run;
  auto z3 = z3worker::Z3Layer::make({}, meter);
  ASSERT_TRUE(z3);
  Slicing slicing(**z3, run, meter);
  EXPECT_GT(askAll([&](const Query &query) { return slicing.solve(query); }), rounds / 3);
}

} // namespace
} // namespace solver
