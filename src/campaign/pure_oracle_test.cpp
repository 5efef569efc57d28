#include "campaign/pure_oracle.h"

#include "expr/floating.h"
#include "expr/packed_words.h"

#include <functional>
#include <gtest/gtest.h>

namespace campaign {
namespace {

using execute::PureCall;
using execute::PureResult;
using expr::Words;
using model::PureFunction;
using model::PureNumber;

/// A target whose functions are C++ ones. As the real one does, it stops a round of calls at a
/// failure.
class Target final : public execute::Executor {
public:
  using Behaviour = std::function<PureResult(std::span<const std::uint64_t> arguments)>;

  support::Result<std::vector<model::Execution>> run(std::span<const model::TestCase>,
                                                     const execute::RunOptions &) override {
    return support::Error{"no tests here"};
  }
  support::Result<std::vector<execute::Find>> explore(std::span<const model::TestCase>,
                                                      const execute::ExploreOptions &) override {
    return support::Error{"no tests here"};
  }
  support::Result<std::vector<execute::Find>> explore(std::span<const model::Variation>,
                                                      const execute::ExploreOptions &) override {
    return support::Error{"no tests here"};
  }
  void setSeen(std::span<const model::BranchId>) override {}
  support::Result<std::vector<PureResult>> call(std::span<const PureCall> calls) override {
    if (isBroken)
      return support::Error{"the target is gone"};
    std::vector<PureResult> results;
    for (const PureCall &call : calls) {
      made.push_back(call.arguments);
      results.push_back(functions[call.function.index](call.arguments));
      if (!results.back().failure.empty())
        break;
    }
    return results;
  }

  std::vector<Behaviour> functions;
  std::vector<std::vector<std::uint64_t>> made;
  bool isBroken = false;
};

PureResult same(std::uint64_t value) { return {value, value, ""}; }
PureResult failing(std::string failure) { return {0, 0, std::move(failure)}; }

class PureOracleTest : public testing::Test {
protected:
  /// The number of a new function of ints.
  unsigned add(const char *name, Target::Behaviour behaviour, std::size_t parameters = 1) {
    PureFunction pure;
    pure.name = name;
    pure.result = {.name = "", .width = 32, .isSigned = true};
    for (std::size_t i = 0; i < parameters; ++i)
      pure.parameters.push_back({.name = "x", .width = 32, .isSigned = true});
    subject.pures.push_back(pure);
    target.functions.push_back(std::move(behaviour));
    return static_cast<unsigned>(subject.pures.size() - 1);
  }
  PureOracle &oracle() {
    if (!made_)
      made_.emplace(subject, target);
    return *made_;
  }
  void expectNote(const std::string &note) {
    EXPECT_EQ(oracle().notes(), std::vector<std::string>{note});
  }
  static trace::RecordedCall recorded(unsigned function, std::uint64_t argument,
                                      std::uint64_t value) {
    trace::RecordedCall call;
    call.function = function;
    call.words = Words{argument};
    call.width = 32;
    call.value = value;
    return call;
  }

  model::Subject subject;
  Target target;

private:
  std::optional<PureOracle> made_;
};

TEST_F(PureOracleTest, CallsOnceForEachArgument) {
  const unsigned half = add("half", [](auto arguments) { return same(arguments[0] / 2); });
  EXPECT_EQ(oracle().call(half, {10}), 5u);
  EXPECT_EQ(oracle().call(half, {10}), 5u);
  EXPECT_EQ(oracle().call(half, {12}), 6u);
  EXPECT_EQ(target.made, (std::vector<std::vector<std::uint64_t>>{{10}, {12}}));
  EXPECT_TRUE(oracle().notes().empty());
}

TEST_F(PureOracleTest, UnpacksArguments) {
  const unsigned sum =
      add("sum", [](auto arguments) { return same(arguments[0] + 10 * arguments[1]); }, 2);
  EXPECT_EQ(oracle().widthsOf(sum), (std::vector<unsigned>{32, 32}));
  const auto places = expr::placesInWords(oracle().widthsOf(sum));
  ASSERT_TRUE(places);
  Words words = {};
  words[(*places)[0].word] |= std::uint64_t{3} << (*places)[0].shift;
  words[(*places)[1].word] |= std::uint64_t{4} << (*places)[1].shift;
  EXPECT_EQ(oracle().call(sum, words), 43u);
}

// Four words don't fit: three of them become one number, the fourth another.
TEST_F(PureOracleTest, UnpacksMoreWordsThanACallHas) {
  const unsigned sum = add(
      "sum",
      [](auto arguments) {
        return same(arguments[0] + 10 * arguments[1] + 100 * arguments[2] + 1000 * arguments[3]);
      },
      4);
  for (PureNumber &parameter : subject.pures[sum].parameters)
    parameter.width = 64;
  const Words first = {1, 2, 3}, second = {4};
  const auto packed = [](const Words &words) { return expr::packed(words); };
  EXPECT_EQ(oracle().call(sum, {packed(first), packed(second)}), std::nullopt)
      << "nobody has packed that yet";
  EXPECT_TRUE(target.made.empty());
  EXPECT_EQ(oracle().call(expr::packFunction, first), packed(first));
  trace::RecordedCall recordedPack = recorded(expr::packFunction, 4, packed(second));
  recordedPack.width = 64;
  oracle().learn(std::vector{recordedPack});
  EXPECT_EQ(oracle().call(sum, {packed(first), packed(second)}), 4321u);
  const std::vector<expr::Oracle::Query> queries = {{sum, {packed(second), packed(first)}},
                                                    {sum, {packed({9, 9, 9}), 0}}};
  oracle().prepare(queries);
  EXPECT_EQ(target.made, (std::vector<std::vector<std::uint64_t>>{{1, 2, 3, 4}, {4, 0, 0, 1}}));
  EXPECT_TRUE(oracle().notes().empty());
}

TEST_F(PureOracleTest, PreparesManyInOneRound) {
  const unsigned half = add("half", [](auto arguments) { return same(arguments[0] / 2); });
  const std::vector<expr::Oracle::Query> queries = {{half, {2}}, {half, {4}}, {half, {2}}};
  oracle().prepare(queries);
  EXPECT_EQ(target.made.size(), 2u);
  EXPECT_EQ(oracle().call(half, {4}), 2u);
  EXPECT_EQ(target.made.size(), 2u);
}

TEST_F(PureOracleTest, ACrashFailsThatCallOnly) {
  const unsigned crashes = add("crashes", [](auto arguments) {
    return arguments[0] > 1000 ? failing("crashes (SIGSEGV)") : same(1);
  });
  oracle().prepare(std::vector<expr::Oracle::Query>{{crashes, {2000}}, {crashes, {3}}});
  EXPECT_EQ(oracle().call(crashes, {2000}), std::nullopt);
  EXPECT_EQ(oracle().call(crashes, {3}), 1u) << "calls behind the one that failed are made as well";
  EXPECT_EQ(target.made.size(), 2u) << "what failed is not tried again";
  expectNote("'crashes', called with arguments that the solver chose, crashes (SIGSEGV) (1 of its "
             "calls)");
  std::map<std::string, double> statistics;
  oracle().report(statistics);
  EXPECT_EQ(statistics["pure functions: calls that failed"], 1);
}

TEST_F(PureOracleTest, PrintingFailsThatCallOnly) {
  const unsigned prints = add("prints", [](auto arguments) {
    return arguments[0] == 7 ? failing("prints") : same(arguments[0]);
  });
  EXPECT_EQ(oracle().call(prints, {7}), std::nullopt);
  EXPECT_EQ(oracle().call(prints, {8}), 8u);
  expectNote("'prints', called with arguments that the solver chose, prints (1 of its calls)");
}

TEST_F(PureOracleTest, WhatHangsTooOftenIsNotCalledAnyMore) {
  const unsigned hangs = add("hangs", [](auto arguments) {
    return arguments[0] > 100 ? failing("does not return in time") : same(arguments[0]);
  });
  std::vector<expr::Oracle::Query> queries;
  for (std::uint64_t i = 0; i < 10; ++i)
    queries.push_back({hangs, {200 + i}});
  oracle().prepare(queries);
  EXPECT_EQ(target.made.size(), 3u);
  EXPECT_EQ(oracle().call(hangs, {5}), std::nullopt);
  EXPECT_EQ(target.made.size(), 3u);
  EXPECT_EQ(oracle().notes().size(), 2u);
  EXPECT_EQ(oracle().notes().back(), "'hangs' is no longer called: it did not return too often");
}

TEST_F(PureOracleTest, TwoAnswersAreOneTooMany) {
  std::uint64_t calls = 0;
  const unsigned counts = add("counts", [&](auto) {
    const std::uint64_t first = calls++;
    return PureResult{first, calls++, ""};
  });
  EXPECT_EQ(oracle().call(counts, {3}), std::nullopt);
  EXPECT_TRUE(oracle().impure().contains(counts));
  EXPECT_EQ(oracle().call(counts, {4}), std::nullopt);
  EXPECT_EQ(calls, 2u) << "it is not called again";
  expectNote("'counts' is not pure: counts(3) gave 0 and 1; its results are taken as mere numbers");
}

/// A table that is filled at run time: calls in a fresh process find it empty.
TEST_F(PureOracleTest, WhatRunsSawIsComparedWithCalls) {
  const unsigned table = add("table", [](auto) { return same(0); });
  oracle().learn(std::vector<trace::RecordedCall>{recorded(table, 3, 77)});
  EXPECT_TRUE(oracle().impure().contains(table));
  EXPECT_EQ(oracle().call(table, {4}), std::nullopt);
  expectNote("'table' is not pure: table(3) gave 77 and 0; its results are taken as mere numbers");
}

TEST_F(PureOracleTest, WhatIsNotComparedIsBelieved) {
  const unsigned half = add("half", [](auto arguments) { return same(arguments[0] / 2); });
  std::vector<trace::RecordedCall> calls;
  for (std::uint64_t i = 0; i < 50; ++i)
    calls.push_back(recorded(half, 2 * i, i));
  oracle().learn(calls);
  const std::size_t made = target.made.size();
  EXPECT_GT(made, 0u);
  EXPECT_LT(made, 20u);
  EXPECT_EQ(oracle().call(half, {98}), 49u);
  EXPECT_EQ(target.made.size(), made);
  // Two runs that contradict each other say it as well.
  oracle().learn(std::vector<trace::RecordedCall>{recorded(half, 98, 50)});
  EXPECT_TRUE(oracle().impure().contains(half));
}

TEST_F(PureOracleTest, AllNansAreOne) {
  const unsigned ratio = add("ratio", [](auto) {
    return PureResult{0x7ff8'0000'0000'0001ull, 0xfff8'0000'0000'0000ull, ""};
  });
  subject.pures[ratio].result = {.name = "", .width = 64, .isSigned = true, .isFloat = true};
  EXPECT_EQ(oracle().call(ratio, {3}), expr::nanOf(64));
  EXPECT_TRUE(oracle().impure().empty());
}

TEST_F(PureOracleTest, RefusedFunctionsAreNotCalled) {
  const unsigned wide = add("wide", [](auto) { return same(1); });
  subject.pures[wide].refused = "its arguments have more than 192 bits";
  EXPECT_EQ(oracle().call(wide, {3}), std::nullopt);
  EXPECT_EQ(oracle().call(wide + 1, {3}), std::nullopt) << "there is no such function";
  EXPECT_TRUE(target.made.empty());
}

TEST_F(PureOracleTest, ATargetThatIsGoneAnswersNothing) {
  const unsigned half = add("half", [](auto arguments) { return same(arguments[0] / 2); });
  target.isBroken = true;
  EXPECT_EQ(oracle().call(half, {10}), std::nullopt);
  expectNote("'half', called with arguments that the solver chose, can't be called any more (1 of "
             "its calls)");
}

} // namespace
} // namespace campaign
