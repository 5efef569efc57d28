#include "solver/mixed/mixed.h"

#include "expr/evaluator.h"
#include "expr/packed_words.h"
#include "expr/predicate.h"
#include "solver/exhaustion.h"
#include "solver/inversion.h"
#include "solver/testing/test_terms.h"
#include "solver/z3/z3_layer.h"
#include "support/rng.h"

#include <bit>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>

// The examples of the paper, with functions that only their answers are known of.

namespace solver {
namespace {

using expr::Operation;
using expr::TermId;

/// Functions of one int (or word) that are ours; partitions speak of "x".
class FakeOracle : public expr::Oracle {
public:
  using Function = std::function<std::optional<std::uint64_t>(const expr::Words &)>;
  struct Entry {
    Function function;
    std::string partitions;
  };
  std::vector<Entry> functions;
  std::vector<std::pair<unsigned, expr::Words>> asked;

  std::optional<std::uint64_t> call(unsigned function, const expr::Words &words) override {
    asked.emplace_back(function, words);
    return functions.at(function).function(words);
  }
  void prepare(std::span<const Query>) override {}
  std::vector<TermId> partitions(expr::Pool &pool, unsigned function,
                                 std::span<const TermId> words) override {
    const std::string &text = functions.at(function).partitions;
    if (text.empty())
      return {};
    const expr::NamedNumber x[] = {{"x", pool.make(Operation::Extract, 32, words[0]), true, false}};
    auto conditions = expr::readConditions(pool, text, x);
    EXPECT_TRUE(conditions);
    return conditions ? *conditions : std::vector<TermId>();
  }
  std::string nameOf(unsigned function) const override { return "f" + std::to_string(function); }
  std::vector<unsigned> widthsOf(unsigned) const override { return {32}; }
};

std::int32_t asInt(std::uint64_t bits) { return static_cast<std::int32_t>(bits); }
std::uint64_t asBits(std::int32_t value) { return static_cast<std::uint32_t>(value); }

/// hash(x) = 10 * x for 0 <= x <= 10, else 0.
std::optional<std::uint64_t> paperHash(const expr::Words &words) {
  const std::int32_t x = asInt(words[0]);
  return asBits(x >= 0 && x <= 10 ? 10 * x : 0);
}

constexpr MixedSettings nothing{.partitions = false,
                                .residual = false,
                                .random = false,
                                .exhaustive = false,
                                .descent = false,
                                .incremental = false};

class MixedSolving : public testing::Test {
protected:
  MixedSolving() { pool_.consult(&oracle_); }

  /// Everything below mixed solving that a chain has, but for the search.
  Answer solve(std::vector<TermId> conditions, std::vector<std::uint64_t> current,
               const MixedSettings &settings = {}) {
    static auto z3 = z3worker::Z3Layer::make({}, meter());
    EXPECT_TRUE(z3);
    Exhaustion exhaustion(**z3, meter());
    Inversion inversion(exhaustion, meter());
    Mixed mixed(inversion, meter(), settings);
    TermMarks scratch;
    Slice slice(pool_, conditions, current, scratch);
    const Answer answer = mixed.solve(slice);
    if (const Sat *sat = std::get_if<Sat>(&answer)) { // every Sat is one
      for (const auto &[input, value] : sat->assignment)
        current.at(input) = value;
      expr::Evaluator value(pool_, current);
      for (const TermId condition : conditions)
        EXPECT_EQ(value(condition), 1u);
      assignment_ = current;
    }
    return answer;
  }
  bool isSat(std::vector<TermId> conditions, std::vector<std::uint64_t> current,
             const MixedSettings &settings = {}) {
    return std::holds_alternative<Sat>(solve(std::move(conditions), std::move(current), settings));
  }

  TermId call(unsigned function, TermId argument) {
    const TermId zero = pool_.constant(64, 0);
    return pool_.make(Operation::Call, 32, word(argument), zero, zero, function);
  }
  TermId word(TermId term) {
    return pool_[term].width == 64 ? term : pool_.make(Operation::ZeroExtend, 64, term);
  }
  TermId number(std::int32_t value) { return pool_.constant(32, asBits(value)); }
  TermId less(TermId a, TermId b) { return pool_.make(Operation::SLess, 1, a, b); }
  TermId add(TermId a, std::int32_t b) { return pool_.make(Operation::Add, 32, a, number(b)); }

  static Meter &meter() {
    static Meter meter;
    return meter;
  }

  FakeOracle oracle_;
  expr::Pool pool_;
  const TermId x_ = pool_.input(32, 0), y_ = pool_.input(32, 1);
  std::vector<std::uint64_t> assignment_;
};

TEST_F(MixedSolving, TheFirstExampleHasFourPaths) {
  oracle_.functions = {{paperHash, ""}};
  const TermId positive = less(number(0), x_), same = pool_.equal(y_, call(0, x_));
  const TermId large = pool_.conjunction(less(number(3), x_), less(number(10), y_));
  for (const TermId first : {same, pool_.negation(same)})
    for (const TermId second : {large, pool_.negation(large)})
      EXPECT_TRUE(isSat({positive, first, second}, {0, 0}, nothing));
}

// Without the condition on x nothing simple leads to an x with hash(x) > 10.
TEST_F(MixedSolving, TheSecondVariantNeedsAHeuristic) {
  const auto conditions = [&] {
    return std::vector<TermId>{less(number(0), x_), pool_.equal(y_, call(0, x_)),
                               less(number(10), y_)};
  };
  oracle_.functions = {{paperHash, ""}};
  EXPECT_FALSE(isSat(conditions(), {0, 0}, nothing));
  MixedSettings incremental = nothing, random = nothing, partitions = nothing;
  incremental.incremental = random.random = partitions.partitions = true;
  EXPECT_TRUE(isSat(conditions(), {0, 0}, incremental));
  EXPECT_TRUE(isSat(conditions(), {0, 0}, random));
  EXPECT_FALSE(isSat(conditions(), {0, 0}, partitions)); // there are none
  oracle_.functions = {{paperHash, "x > 3 && x < 11, x <= 3"}};
  EXPECT_TRUE(isSat(conditions(), {0, 0}, partitions));
}

// Z+1 > 0 & Y = hash(Z+1) & Y > 10: partitions speak of the argument, not of the input.
TEST_F(MixedSolving, PartitionsAreAboutArguments) {
  oracle_.functions = {{paperHash, "x > 3 && x < 8, x <= 3"}};
  MixedSettings partitions = nothing;
  partitions.partitions = true;
  const TermId z = add(x_, 1);
  EXPECT_TRUE(isSat({less(number(0), z), pool_.equal(y_, call(0, z)), less(number(10), y_)}, {0, 0},
                    partitions));
}

// x >= 0 & x > y & y == square(x). Over the integers there is no solution; in 32 bits, which wrap,
// there is. Neither is to be claimed without one, and no solution is no proof.
TEST_F(MixedSolving, ResultsBelongToTheirArguments) {
  const auto conditions =
      std::vector<TermId>{less(number(-1), x_), less(y_, x_), pool_.equal(y_, call(0, x_))};
  oracle_.functions = {
      {[](const expr::Words &words) -> std::optional<std::uint64_t> {
         const std::int64_t x = asInt(words[0]);
         return asBits(static_cast<std::int32_t>(std::min<std::int64_t>(x * x, 0x7fff'ffff)));
       },
       ""}};
  const Answer saturating = solve(conditions, {0, 0});
  EXPECT_TRUE(std::holds_alternative<Unknown>(saturating));
  oracle_.functions = {{[](const expr::Words &words) -> std::optional<std::uint64_t> {
                          return static_cast<std::uint32_t>(words[0] * words[0]);
                        },
                        "x < 100, x > 46340"}};
  ASSERT_TRUE(isSat(conditions, {0, 0}));
  EXPECT_LT(asInt(assignment_.at(1)), 0); // it wrapped
}

// Figure 6: nothing simple is there at all, or nothing about x that helps.
TEST_F(MixedSolving, ChanceDecidesWhatIsLeftOpen) {
  oracle_.functions = {{[](const expr::Words &words) -> std::optional<std::uint64_t> {
                          const double x = asInt(words[0]);
                          return asBits(x * x * x > 0 ? 1 : -1);
                        },
                        ""}};
  MixedSettings random = nothing;
  random.random = true;
  const TermId cube = call(0, x_);
  EXPECT_TRUE(isSat({less(number(0), cube)}, {0, 0}, random));
  EXPECT_TRUE(isSat({less(number(0), cube), less(number(0), x_), pool_.equal(y_, number(10))},
                    {0, 0}, random));
  EXPECT_FALSE(isSat({less(cube, number(0)), less(number(0), x_), pool_.equal(y_, number(20))},
                     {0, 0}, random));
}

// Figure 7: what an earlier query found for y is what identity(y) == 1 needs.
TEST_F(MixedSolving, LastSolutionsAreTriedForWhatIsLeftOpen) {
  oracle_.functions = {{[](const expr::Words &words) { return std::optional(words[0]); }, ""}};
  for (const bool residual : {false, true}) {
    MixedSettings settings = nothing;
    settings.residual = residual;
    static auto z3 = z3worker::Z3Layer::make({}, meter());
    Mixed mixed(**z3, meter(), settings);
    TermMarks scratch;
    const std::vector<std::uint64_t> current = {1, 0};
    Slice first(pool_, {pool_.equal(y_, number(77))}, current, scratch);
    EXPECT_TRUE(std::holds_alternative<Sat>(mixed.solve(first)));
    Slice second(pool_, {less(x_, number(1)), pool_.equal(call(0, y_), number(77))}, current,
                 scratch);
    EXPECT_EQ(std::holds_alternative<Sat>(mixed.solve(second)), residual);
  }
}

TEST_F(MixedSolving, UnsatIsOfTheSimplePartOnly) {
  oracle_.functions = {{paperHash, ""}};
  const Answer answer = solve(
      {pool_.equal(y_, call(0, x_)), less(number(5), x_), less(number(0), y_), less(x_, number(3))},
      {0, 0});
  ASSERT_TRUE(std::holds_alternative<Unsat>(answer));
  EXPECT_EQ(std::get<Unsat>(answer).core, (std::vector<std::size_t>{1, 3}));
  // hash never gives 7, but that is not for us to prove.
  EXPECT_TRUE(
      std::holds_alternative<Unknown>(solve({pool_.equal(call(0, x_), number(7))}, {0, 0})));
}

// Two bytes swapped: no other way leads to the one number.
TEST_F(MixedSolving, AllArgumentsAreTriedWhereTheyAreFew) {
  oracle_.functions = {{[](const expr::Words &words) {
                          return std::optional((words[0] & 0xff) << 8 | words[0] >> 8);
                        },
                        ""}};
  const TermId port = pool_.input(16, 2);
  EXPECT_TRUE(isSat({pool_.equal(call(0, port), number(8080))}, {0, 0, 0}));
  EXPECT_EQ(assignment_.at(2), 0x901fu);
}

// Nobody tells the solver that a function grows; its answers do.
TEST_F(MixedSolving, ResultsLeadToArguments) {
  oracle_.functions = {{[](const expr::Words &words) -> std::optional<std::uint64_t> {
                          return asBits(static_cast<std::int32_t>(
                              std::sqrt(std::max(0.0, static_cast<double>(asInt(words[0]))))));
                        },
                        ""}};
  MixedSettings descent = nothing;
  const std::vector<TermId> conditions = {pool_.equal(call(0, x_), number(12'345)),
                                          less(number(0), x_)};
  EXPECT_FALSE(isSat(conditions, {0, 0}, descent));
  descent.descent = true;
  EXPECT_TRUE(isSat(conditions, {0, 0}, descent));
  // Of two arguments, one inside the other.
  const TermId sum = pool_.make(Operation::Add, 32, call(0, x_), y_);
  EXPECT_TRUE(
      isSat({pool_.equal(call(0, sum), number(200)), less(y_, number(1000)), less(number(0), y_)},
            {0, 0}, descent));
}

TEST_F(MixedSolving, CallsMayStandInsideCalls) {
  const auto plusThree = [](const expr::Words &words) {
    return std::optional<std::uint64_t>(asBits(asInt(words[0]) + 3));
  };
  oracle_.functions = {{paperHash, ""}, {plusThree, ""}};
  EXPECT_TRUE(isSat({pool_.equal(y_, call(1, call(0, x_))), less(number(50), y_)}, {0, 0}));
}

// More words than a call has are packed by calls of their own; partitions speak of them all the
// same.
TEST_F(MixedSolving, WordsMayBePacked) {
  std::map<std::uint64_t, expr::Words> packed;
  FakeOracle::Function none = [](const expr::Words &) { return std::nullopt; };
  oracle_.functions.assign(expr::packFunction + 1, {none, ""});
  oracle_.functions[expr::packFunction].function = [&](const expr::Words &words) {
    packed[expr::packed(words)] = words;
    return std::optional(expr::packed(words));
  };
  oracle_.functions[0] = {[&](const expr::Words &words) -> std::optional<std::uint64_t> {
                            const expr::Words &first = packed.at(words[0]);
                            return asBits(asInt(first[0]) * asInt(packed.at(words[1])[0]));
                          },
                          "x > 500000"};
  const TermId zero = pool_.constant(64, 0);
  const auto pack = [&](TermId a) {
    return pool_.make(Operation::Call, 64, word(a), zero, zero, expr::packFunction);
  };
  const TermId product = pool_.make(Operation::Call, 32, pack(x_), pack(y_), zero, 0);
  const std::vector<TermId> conditions = {less(number(0), x_), less(y_, number(5)),
                                          less(number(1'000'000), product)};
  EXPECT_FALSE(isSat(conditions, {0, 2}, nothing));
  MixedSettings partitions = nothing;
  partitions.partitions = true;
  EXPECT_TRUE(isSat(conditions, {0, 2}, partitions));
  EXPECT_GT(asInt(assignment_.at(0)), 500'000);
}

TEST_F(MixedSolving, FailedCallsAreNoSolutions) {
  oracle_.functions = {{[](const expr::Words &words) -> std::optional<std::uint64_t> {
                          return asInt(words[0]) > 5 ? std::nullopt : std::optional(words[0]);
                        },
                        ""}};
  const TermId f = call(0, x_);
  EXPECT_FALSE(isSat({less(number(5), x_), less(f, number(0))}, {0, 0}));
  EXPECT_FALSE(isSat({less(number(5), x_), pool_.negation(less(f, number(0)))}, {0, 0}));
  EXPECT_TRUE(isSat({less(x_, number(4)), pool_.equal(f, number(3))}, {0, 0}));
  // What a call that fails does not decide may still hold.
  EXPECT_TRUE(isSat({pool_.disjunction(less(number(9), x_), pool_.equal(f, number(-1)))}, {0, 0}));
}

TEST_F(MixedSolving, TheSameQueriesGetTheSameAnswers) {
  oracle_.functions = {{paperHash, ""}};
  const std::vector<TermId> conditions = {less(number(0), x_), pool_.equal(y_, call(0, x_)),
                                          less(number(10), y_)};
  ASSERT_TRUE(isSat(conditions, {0, 0}));
  const auto first = assignment_;
  const auto asked = oracle_.asked;
  oracle_.asked.clear();
  ASSERT_TRUE(isSat(conditions, {0, 0}));
  EXPECT_EQ(assignment_, first);
  EXPECT_EQ(oracle_.asked, asked);
}

// Random conditions, some with calls of a function that is nothing but a table: what is found
// holds, what is called a contradiction is one, and most of what can be found is.
TEST_F(MixedSolving, AgreesWithTryingEverything) {
  oracle_.functions = {{[](const expr::Words &words) {
                          return std::optional<std::uint64_t>(words[0] * 0x9e3779b97f4a7c15ull >>
                                                              40);
                        },
                        ""}};
  unsigned satisfiable = 0, found = 0, contradictions = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    expr::Pool pool;
    pool.consult(&oracle_);
    TestTerms terms(pool, {3, 4, 2}, seed);
    const auto call = [&] {
      const TermId zero = pool.constant(64, 0);
      const TermId argument = pool.make(Operation::ZeroExtend, 64, terms.term(6, 2));
      return pool.make(Operation::Call, 4, argument, zero, zero, 0);
    };
    Query query{pool, terms.conditions(2, 2), terms.randomInputs()};
    query.conditions.push_back(pool.equal(call(), terms.term(4, 2)));
    query.conditions.push_back(pool.make(Operation::ULess, 1, call(),
                                         pool.make(Operation::Add, 4, call(), terms.term(4, 1))));
    static auto z3 = z3worker::Z3Layer::make({}, meter());
    Exhaustion exhaustion(**z3, meter());
    Mixed mixed(exhaustion, meter());
    TermMarks scratch;
    Slice slice(pool, query.conditions, query.current, scratch);
    const Answer answer = mixed.solve(slice);
    const bool isAnswered = !std::holds_alternative<Unknown>(answer);
    EXPECT_EQ(isAnswered ? problemOf(terms, query, answer) : "", "") << "seed " << seed;
    const bool isSatisfiable = terms.satisfiable(query.conditions);
    satisfiable += isSatisfiable ? 1 : 0;
    found += std::holds_alternative<Sat>(answer) ? 1 : 0;
    contradictions += std::holds_alternative<Unsat>(answer) ? 1 : 0;
  }
  // How many there are depends on the order in which a compiler evaluates arguments.
  EXPECT_GT(satisfiable, 50u);
  EXPECT_GT(contradictions, 10u);
  EXPECT_GE(10 * found, 9 * satisfiable) << found << " of " << satisfiable;
}

// Functions of libm go the same way where the layers below find nothing: Z3 holds them at what they
// are in the run.
TEST_F(MixedSolving, LibmTooWhereNothingElseHelps) {
  const TermId a = pool_.input(64, 2);
  const auto real = [&](double value) {
    return pool_.constant(64, std::bit_cast<std::uint64_t>(value));
  };
  const TermId sine = pool_.make(Operation::Apply, 64, a, real(0), {}, PINCER_FUNCTION_sin);
  EXPECT_TRUE(isSat({pool_.make(Operation::FLess, 1, sine, real(-0.5)),
                     pool_.make(Operation::FLess, 1, real(0), a)},
                    {0, 0, std::bit_cast<std::uint64_t>(0.25)}));
  EXPECT_FALSE(isSat({pool_.make(Operation::FLess, 1, sine, real(-1.5))}, {0, 0, 0}));
}

} // namespace
} // namespace solver
