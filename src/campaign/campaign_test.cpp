#include "campaign/campaign.h"

#include "campaign/engine.h"
#include "campaign/journal.h"
#include "campaign/testing/fake_executor.h"
#include "support/file_system.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <thread>

namespace campaign {
namespace {

using namespace model;

/// int f(int x) with the sites "x > 10" and "x == 1234567", two outcomes each; branch n is site n.
struct OneFunction {
  Subject subject;
  BranchMap branches;

  OneFunction() {
    subject.units = {{.path = "/src/f.c"}};
    subject.types = {
        Type{.kind = TypeKind::Integer, .spelling = "int", .isSigned = true, .size = 4}};
    Function f;
    f.name = "f";
    f.file = "/src/f.c";
    f.unit = UnitId(0);
    f.result = TypeId(0);
    f.parameters = {{"x", TypeId(0)}};
    f.facts.inProcess = true;
    f.constants.integers = {10, 1234567};
    subject.functions = {f};
    for (const char *id :
         {"x > 10:true", "x > 10:false", "x == 1234567:true", "x == 1234567:false"}) {
      Site site;
      site.id = id;
      site.function = "f";
      branches.branches.push_back({SiteId(branches.sites.size()), UnitId(0), "f"});
      branches.sites.push_back(site);
    }
  }
};

std::int32_t intOf(const TestCase &test) {
  std::int32_t x = 0;
  std::memcpy(&x, test.arguments()[0].bytes().data(), sizeof x);
  return x;
}

Execution behaveWell(const TestCase &test, const execute::RunOptions &options) {
  const std::int32_t x = intOf(test);
  Execution execution;
  execution.covered = {BranchId(x > 10 ? 0 : 1), BranchId(x == 1234567 ? 2 : 3)};
  if (options.observe)
    execution.observation = Observation{Bytes{test.arguments()[0].bytes()}, test.arguments(), {}};
  return execution;
}

SearchHooks silent() {
  return {.progress = [](const Progress &) {},
          .found = [](const std::string &, const TestCase &) -> support::Status {
            return support::Done{};
          }};
}

Suite runOn(const OneFunction &program, FakeExecutor &plain, FakeExecutor &sanitized,
            std::uint64_t seed = 1, std::uint64_t steps = 20'000) {
  support::Deadline deadline;
  auto result = runCampaign(
      program.subject, program.branches, plain,
      [&]() -> support::Result<execute::Executor *> { return &sanitized; },
      {.seed = seed, .budget = {.seconds = {}, .steps = steps}}, {}, silent(), deadline);
  EXPECT_TRUE(result);
  return std::move(result->suite);
}

TEST(Campaign, CoversEverySiteWithTheFewestAndSimplestTests) {
  const OneFunction program;
  FakeExecutor plain(behaveWell), sanitized(behaveWell);
  const Suite suite = runOn(program, plain, sanitized);
  EXPECT_EQ(4u, summarize(suite).covered);
  ASSERT_EQ(2u, suite.tests.size());
  std::set<std::int32_t> inputs = {intOf(suite.tests[0].test), intOf(suite.tests[1].test)};
  EXPECT_EQ((std::set<std::int32_t>{0, 1234567}), inputs);
  EXPECT_TRUE(suite.findings.empty());
}

/// Within a time, heavy tests are simplified in two rounds.
TEST(Campaign, EachRoundOfSimplifyingKeepsWhatATestIsFor) {
  OneFunction program;
  program.subject.types.push_back(
      Type{.kind = TypeKind::Pointer, .spelling = "int *", .size = 8, .element = TypeId(0)});
  program.subject.functions[0].parameters[0].type = TypeId(1);
  const auto behave = [](const TestCase &test, const execute::RunOptions &) {
    std::int32_t x = 0;
    const std::string &bytes = test.arguments()[0].bytes();
    std::memcpy(&x, bytes.data(), std::min(bytes.size(), sizeof x));
    Execution execution;
    execution.covered = {BranchId(x > 10 ? 0 : 1), BranchId(x == 1234567 ? 2 : 3)};
    return execution;
  };
  std::vector<TestCase> seeds(1, {FunctionId(0), {Object{}}, {}});
  seeds[0].arguments()[0].memory() = std::string(800, '\7');
  const std::int32_t wanted = 1234567;
  std::memcpy(seeds[0].arguments()[0].memory().data(), &wanted, sizeof wanted);
  FakeExecutor plain(behave), sanitized(behave);
  support::Deadline deadline;
  const auto result = runCampaign(
      program.subject, program.branches, plain,
      [&]() -> support::Result<execute::Executor *> { return &sanitized; },
      {.budget = {.seconds = 60, .steps = 1}}, seeds, silent(), deadline);
  ASSERT_TRUE(result);
  EXPECT_TRUE(
      std::any_of(result->suite.tests.begin(), result->suite.tests.end(), [](const KeptTest &test) {
        return std::binary_search(test.covers.begin(), test.covers.end(), SiteId(2)) &&
               test.test.arguments()[0].bytes().size() < 100;
      }));
}

TEST(Campaign, SameSeedSameSuite) {
  const OneFunction program;
  std::vector<std::vector<std::string>> ids;
  for (int i = 0; i < 2; ++i) {
    FakeExecutor plain(behaveWell), sanitized(behaveWell);
    ids.emplace_back();
    for (const KeptTest &test : runOn(program, plain, sanitized, 7).tests)
      ids.back().push_back(test.id);
  }
  EXPECT_EQ(ids[0], ids[1]);
}

TEST(Campaign, FlickeringTestsAreNotKept) {
  const OneFunction program;
  FakeExecutor sanitized(behaveWell);
  FakeExecutor plain([](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    if (intOf(test) == 1234567 && options.fill != 0)
      execution.covered = {BranchId(0), BranchId(3)};
    return execution;
  });
  const Suite suite = runOn(program, plain, sanitized);
  EXPECT_TRUE(std::holds_alternative<Open>(suite.verdicts[2]));
  EXPECT_GT(suite.statistics.at("unstable candidates"), 0);
}

TEST(Campaign, WhatThreadsRarelyDoOtherwiseIsNotKept) {
  OneFunction program;
  FakeExecutor sanitized(behaveWell);
  std::size_t runs = 0;
  FakeExecutor plain([&](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    if (intOf(test) == 1234567 && options.observe && ++runs % 5 == 0)
      execution.covered = {BranchId(0), BranchId(3)};
    return execution;
  });
  EXPECT_TRUE(std::holds_alternative<Covered>(runOn(program, plain, sanitized).verdicts[2]));
  program.subject.functions[0].facts.startsThreads = true;
  EXPECT_TRUE(std::holds_alternative<Open>(runOn(program, plain, sanitized).verdicts[2]));
}

TEST(Campaign, ObservationsThatDependOnUnwrittenMemoryAreNotAsserted) {
  const OneFunction program;
  FakeExecutor sanitized(behaveWell);
  FakeExecutor plain([](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    if (execution.observation)
      execution.observation->result.memory()[0] = static_cast<char>(options.fill);
    return execution;
  });
  const Suite suite = runOn(program, plain, sanitized);
  EXPECT_EQ(4u, summarize(suite).covered);
  for (const KeptTest &test : suite.tests)
    EXPECT_FALSE(test.observation);
}

TEST(Campaign, UndefinedBehaviourIsCoveredApart) {
  const OneFunction program;
  FakeExecutor plain(behaveWell);
  FakeExecutor sanitized([](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    if (intOf(test) == 1234567)
      execution.diagnostics = "/src/f.c:3:5: runtime error: signed integer overflow: 1 + 1\n";
    return execution;
  });
  const Suite suite = runOn(program, plain, sanitized);
  EXPECT_TRUE(std::holds_alternative<CoveredApart>(suite.verdicts[2]));
  EXPECT_TRUE(std::holds_alternative<Covered>(suite.verdicts[0])) << "a clean test must take over";
  ASSERT_EQ(1u, suite.findings.size());
  EXPECT_EQ("signed-integer-overflow", suite.findings[0].kind);
  EXPECT_EQ(3u, suite.findings[0].line);
}

/// What a run takes depends on fresh memory, whatever MemorySanitizer says.
class FreshMemory : public ::testing::Test {
protected:
  FreshMemory() { program.subject.functions[0].facts.readsFresh = true; }

  Suite run(const std::string &report, bool differs) {
    FakeExecutor sanitized(behaveWell);
    FakeExecutor plain([&](const TestCase &test, const execute::RunOptions &options) {
      Execution execution = behaveWell(test, options);
      if (differs && intOf(test) == 1234567 && options.fill != 0 && ++filled % chance == 0)
        execution.covered = {BranchId(0), BranchId(3)};
      return execution;
    });
    FakeExecutor memory([&](const TestCase &test, const execute::RunOptions &options) {
      Execution execution = behaveWell(test, options);
      if (intOf(test) == 1234567)
        execution.diagnostics = report;
      return execution;
    });
    support::Deadline deadline;
    auto result = runCampaign(
        program.subject, program.branches, plain,
        [&]() -> support::Result<execute::Executor *> { return &sanitized; },
        {.budget = {.seconds = {}, .steps = 20'000},
         .memory = [&]() -> support::Result<execute::Executor *> { return &memory; }},
        {}, silent(), deadline);
    EXPECT_TRUE(result);
    return std::move(result->suite);
  }

  OneFunction program;
  std::size_t filled = 0, chance = 1; // one of so many runs differs
  const std::string report = "==1==WARNING: MemorySanitizer: use-of-uninitialized-value\n"
                             "    #0 0x51 in f /src/f.c:7:3\n";
};

TEST_F(FreshMemory, WhatDependsOnItIsAFindingAndCountsApart) {
  const Suite suite = run(report, true);
  EXPECT_TRUE(std::holds_alternative<CoveredApart>(suite.verdicts[2]));
  ASSERT_EQ(1u, suite.findings.size());
  EXPECT_EQ("uninitialised-read", suite.findings[0].kind);
  EXPECT_EQ(7u, suite.findings[0].line);
}

TEST_F(FreshMemory, RunsThatDifferNeedNoOtherWitness) {
  const Suite suite = run("", true);
  ASSERT_EQ(1u, suite.findings.size());
  EXPECT_EQ("uninitialised-read", suite.findings[0].kind);
}

TEST_F(FreshMemory, RunsThatDifferNeedAWitnessWhereThereAreThreads) {
  program.subject.functions[0].facts.startsThreads = true;
  EXPECT_TRUE(run("", true).findings.empty());
  EXPECT_EQ(1u, run(report, true).findings.size());
}

TEST_F(FreshMemory, RunsThatDifferByChanceSayNothing) {
  chance = 2;
  EXPECT_TRUE(run("", true).findings.empty());
}

TEST_F(FreshMemory, MemorySanitizerAloneIsBelievedWhereItSeesAllWrites) {
  EXPECT_TRUE(run(report, false).findings.empty());
  program.subject.functions[0].facts.writesKnown = true;
  EXPECT_EQ(1u, run(report, false).findings.size());
}

/// What the suite says of "x == 1234567" where that ends the run so.
Verdict verdictOfEnding(const Outcome &outcome, const std::string &diagnostics = "",
                        std::size_t findings = 1) {
  const OneFunction program;
  const auto ending = [&](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    if (intOf(test) == 1234567) {
      execution.outcome = outcome;
      execution.observation.reset();
      execution.diagnostics = diagnostics;
    }
    return execution;
  };
  FakeExecutor plain(ending), sanitized(ending);
  const Suite suite = runOn(program, plain, sanitized);
  EXPECT_EQ(findings, suite.findings.size());
  EXPECT_EQ(3u + (std::holds_alternative<Covered>(suite.verdicts[2]) ? 1 : 0),
            summarize(suite).covered);
  return suite.verdicts[2];
}

/// It asks for memory three times. Without the second it goes another way, without the third it
/// crashes.
Execution needsMemory(const TestCase &test, const execute::RunOptions &options) {
  Execution execution = behaveWell(test, options);
  const auto isRefused = [&](std::uint32_t index) {
    return std::ranges::find(test.refused, index, &Refusal::index) != test.refused.end();
  };
  execution.covered = {BranchId(intOf(test) > 10 ? 0 : 1), BranchId(isRefused(1) ? 2 : 3)};
  execution.allocations = 3;
  if (isRefused(2))
    execution.outcome = Crashed{SIGSEGV};
  return execution;
}

Suite runWithoutMemory(bool refuses) {
  const OneFunction program;
  FakeExecutor plain(needsMemory), sanitized(needsMemory);
  support::Deadline deadline;
  auto result = runCampaign(
      program.subject, program.branches, plain,
      [&]() -> support::Result<execute::Executor *> { return &sanitized; },
      {.budget = {.seconds = {}, .steps = 20'000}, .refuses = refuses}, {}, silent(), deadline);
  EXPECT_TRUE(result);
  return std::move(result->suite);
}

TEST(Campaign, AllocationsFailForWhatNothingElseTakes) {
  const Suite suite = runWithoutMemory(true);
  EXPECT_EQ(4u, summarize(suite).covered);
  std::vector<std::vector<Refusal>> green;
  for (const KeptTest &test : suite.tests)
    if (test.isGreen() && !test.test.refused.empty())
      green.push_back(test.test.refused);
  EXPECT_EQ((std::vector<std::vector<Refusal>>{{{Refusable::Allocation, 1}}}), green);
  ASSERT_EQ(1u, suite.findings.size());
  EXPECT_NE(std::string::npos, suite.findings[0].message.find("if the 3rd allocation fails"))
      << suite.findings[0].message;
}

TEST(Campaign, AllocationsOnlyFailIfTheyMay) {
  const Suite suite = runWithoutMemory(false);
  EXPECT_EQ(3u, summarize(suite).covered);
  EXPECT_TRUE(suite.findings.empty());
}

TEST(Campaign, DeliberateEndsCover) {
  EXPECT_TRUE(std::holds_alternative<Covered>(verdictOfEnding(Exited{3}, "", 0)));
  EXPECT_TRUE(std::holds_alternative<Covered>(verdictOfEnding(Crashed{SIGABRT})));
  EXPECT_TRUE(std::holds_alternative<Covered>(
      verdictOfEnding(Crashed{SIGABRT}, "target: /src/f.c:9: f: Assertion `x' failed.\n")));
}

TEST(Campaign, CrashesAndTimeoutsAreCoveredApart) {
  const auto by = [](const Verdict &verdict) {
    const auto *apart = std::get_if<CoveredApart>(&verdict);
    return apart ? std::optional(apart->by) : std::nullopt;
  };
  using enum CoveredApart::By;
  EXPECT_EQ(Crash, by(verdictOfEnding(Crashed{SIGSEGV})));
  EXPECT_EQ(Crash, by(verdictOfEnding(Crashed{SIGABRT}, "/src/f.c:3:5: runtime error: x\n")))
      << "undefined behaviour came first";
  EXPECT_EQ(Timeout, by(verdictOfEnding(TimedOut{})));
}

TEST(Campaign, WhatOnlyDisabledTestsTakeIsOpen) {
  OneFunction program;
  program.subject.functions[0].facts.outsideEffect = "unlink";
  FakeExecutor plain(behaveWell), sanitized(behaveWell);
  const Suite suite = runOn(program, plain, sanitized);
  EXPECT_EQ(0u, summarize(suite).covered);
  EXPECT_EQ(4u, summarize(suite).open);
}

TEST(Campaign, ACleanTestIsSoughtHoweverManyFindsNeedUndefinedBehaviour) {
  const OneFunction program;
  FakeExecutor plain(behaveWell);
  FakeExecutor sanitized([](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    if (intOf(test) > 10 && intOf(test) % 61 != 37)
      execution.diagnostics = "/src/f.c:3:5: runtime error: signed integer overflow: 1 + 1\n";
    return execution;
  });
  const Suite suite = runOn(program, plain, sanitized, 1, 100'000);
  EXPECT_TRUE(std::holds_alternative<Covered>(suite.verdicts[0]));
}

TEST(Campaign, OneTestPerPlaceThatCrashes) {
  const OneFunction program;
  const auto crashing = [](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    if (intOf(test) < 0) {
      execution.outcome = Crashed{11};
      execution.observation.reset();
      execution.diagnostics = "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x7ff0000000 "
                              "(pc 0x1)\n    #0 0x1 in f /src/f.c:9:1\n";
    }
    return execution;
  };
  FakeExecutor plain(crashing), sanitized(crashing);
  const Suite suite = runOn(program, plain, sanitized);
  ASSERT_EQ(1u, suite.findings.size());
  EXPECT_EQ("wild-pointer", suite.findings[0].kind);
  EXPECT_TRUE(suite.findings[0].plausible);
  EXPECT_EQ(1, std::count_if(suite.tests.begin(), suite.tests.end(),
                             [](const KeptTest &test) { return !test.isGreen(); }));
  for (const Verdict &verdict : suite.verdicts)
    EXPECT_TRUE(std::holds_alternative<Covered>(verdict));
}

TEST(Campaign, OnePlaceIsOneFindingHoweverManyBranchesLieBehindIt) {
  const OneFunction program;
  const auto undefinedAlways = [](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    execution.diagnostics = "/src/f.c:9:1: runtime error: signed integer overflow: 1 + 2\n";
    return execution;
  };
  FakeExecutor plain(behaveWell), sanitized(undefinedAlways);
  const Suite suite = runOn(program, plain, sanitized);
  EXPECT_GT(suite.tests.size(), 1u);
  ASSERT_EQ(1u, suite.findings.size());
  EXPECT_EQ(suite.tests.size(), suite.findings[0].tests);
}

TEST(Campaign, WhatOneFunctionAloneReachesIsOpenForIt) {
  OneFunction program;
  program.subject.functions.push_back(program.subject.functions[0]);
  program.subject.functions[1].name = "harness";
  program.subject.functions[0].undrivable = "harness calls it";
  const auto reachesNothing = [](const TestCase &, const execute::RunOptions &) {
    return Execution{};
  };
  FakeExecutor plain(reachesNothing), sanitized(reachesNothing);
  const Suite suite = runOn(program, plain, sanitized, 1, 50);
  ASSERT_TRUE(std::holds_alternative<Open>(suite.verdicts[0]));
  EXPECT_EQ("the search did not get here in 50 runs of harness",
            describe(std::get<Open>(suite.verdicts[0]), program.branches));
  EXPECT_EQ(FunctionState::Kind::Skipped, suite.functions[0].kind);
}

TEST(Campaign, SkippedFunctionsKeepTheirReason) {
  OneFunction program;
  program.subject.functions[0].undrivable = "it is variadic";
  FakeExecutor plain(behaveWell), sanitized(behaveWell);
  const Suite suite = runOn(program, plain, sanitized);
  EXPECT_EQ(FunctionState::Kind::Skipped, suite.functions[0].kind);
  EXPECT_EQ("it is variadic", suite.functions[0].reason);
  ASSERT_TRUE(std::holds_alternative<Open>(suite.verdicts[0]));
  EXPECT_NE(std::string::npos,
            describe(std::get<Open>(suite.verdicts[0]), program.branches).find("it is variadic"));
}

/// One branch is never taken: without a proof of that the search goes on, with one it is over.
TEST(Campaign, EndsOnceWhatIsLeftIsProvedInfeasible) {
  const OneFunction program;
  const auto never = [](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    execution.covered[1] = BranchId(3);
    return execution;
  };
  const auto runsUntilOver = [&](std::function<ProofAttempt(SiteId)> prove) {
    FakeExecutor plain(never), sanitized(never);
    support::Deadline deadline;
    const auto result = runCampaign(
        program.subject, program.branches, plain,
        [&]() -> support::Result<execute::Executor *> { return &sanitized; },
        {.budget = {.seconds = {}, .steps = 1'000'000}, .prove = std::move(prove)}, {}, silent(),
        deadline);
    EXPECT_TRUE(result);
    return result->suite.statistics.at("executions");
  };
  std::vector<SiteId> asked;
  const double with = runsUntilOver([&](SiteId site) {
    asked.push_back(site);
    return ProofAttempt{.isProved = true};
  });
  EXPECT_EQ((std::vector{SiteId(2)}), asked);
  EXPECT_LT(2 * with, runsUntilOver([](SiteId) { return ProofAttempt{}; }));
}

TEST(Campaign, StepsAreABound) {
  const OneFunction program;
  std::uint64_t explored = 0;
  FakeExecutor plain([&](const TestCase &test, const execute::RunOptions &options) {
    ++explored;
    return behaveWell(test, options);
  });
  FakeExecutor sanitized(behaveWell);
  const Suite suite = runOn(program, plain, sanitized, 1, 100);
  EXPECT_LE(suite.statistics.at("executions"), 100);
}

TEST(Campaign, WaitingForCompilersIsNoPartOfTheBudget) {
  const OneFunction program;
  FakeExecutor plain(behaveWell), sanitized(behaveWell);
  support::Deadline deadline;
  const auto testsAfter = [&](double seconds) {
    const auto result = runCampaign(
        program.subject, program.branches, plain,
        [&]() -> support::Result<execute::Executor *> {
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
          deadline.addWaiting(seconds);
          return &sanitized;
        },
        {.seed = 1, .budget = {.seconds = 0.01, .steps = 1000}}, {}, silent(), deadline);
    EXPECT_TRUE(result);
    return result->suite.statistics.at("executions");
  };
  EXPECT_LT(testsAfter(0), 1000);
  EXPECT_EQ(1000, testsAfter(1e6));
}

TEST(Campaign, WaitingIsPartOfTheBudgetUnlessTooLittleIsLeft) {
  support::Deadline deadline;
  deadline.begin(1000, 300);
  deadline.addWaiting(500);
  EXPECT_NEAR(1000, deadline.secondsLeft(), 10); // 500 of them would be left to itself
  deadline.addWaiting(400);
  EXPECT_NEAR(1200, deadline.secondsLeft(), 10); // as if 900 were over: 300 are left
  EXPECT_EQ(900, deadline.secondsWaited());
  deadline.shorten(100);
  EXPECT_NEAR(1200, deadline.secondsLeft(), 10);
  deadline.begin(1000, 300);
  deadline.shorten(500);
  EXPECT_NEAR(500, deadline.secondsLeft(), 10);
  deadline.shorten(800);
  EXPECT_NEAR(500, deadline.secondsLeft(), 10);
}

TEST(Campaign, ManyTestsEndTheSearchSooner) {
  const OneFunction program;
  FakeExecutor plain(behaveWell), sanitized(behaveWell);
  support::Deadline deadline;
  std::size_t asked = 0;
  const auto result = runCampaign(
      program.subject, program.branches, plain,
      [&]() -> support::Result<execute::Executor *> { return &sanitized; },
      {.seed = 1,
       .budget = {.seconds = 1e6,
                  .leastSeconds = 0,
                  .secondsWith =
                      [&](std::size_t tests) {
                        ++asked;
                        return tests > 0 ? 0 : 1e6;
                      }}},
      {}, silent(), deadline);
  ASSERT_TRUE(result);
  EXPECT_GT(asked, 0u);
  EXPECT_LT(result->suite.statistics.at("seconds searching"), 1e5);
  EXPECT_FALSE(result->suite.tests.empty());
}

TEST(Campaign, SaysSoIfNothingWasSolvedForWantOfATarget) {
  OneFunction program;
  program.subject.functions[0].constants.integers.clear();
  const BranchGraph graph(program.branches.branches.size());
  const auto notes = [&](bool isBuilt) {
    FakeExecutor plain(behaveWell), sanitized(behaveWell);
    auto solver = solver::Chain::make({.seconds = 1.0});
    support::Deadline deadline;
    auto result = runCampaign(
        program.subject, program.branches, plain,
        [&]() -> support::Result<execute::Executor *> { return &sanitized; },
        {.seed = 1,
         .budget = {.seconds = 0.2},
         .strategy = Strategy::Auto,
         .symbolic = {.recorder = []() -> support::Result<execute::Recorder *> {
                        return support::Error{"no compiler"};
                      },
                      .isReady = [=] { return isBuilt; },
                      .solver = solver->get(),
                      .graph = &graph,
                      .branches = program.branches.branches.size()}},
        {}, silent(), deadline);
    EXPECT_TRUE(result);
    return fmt::format("{}", fmt::join(result->notes, "; "));
  };
  EXPECT_EQ("the search ended before the symbolic target was built, so nothing was solved: what is "
            "covered, random search found",
            notes(false));
  EXPECT_EQ("concolic search was given up: no compiler", notes(true));
}

TEST(Campaign, WhatTheDeadlineCutShortIsNoError) {
  const OneFunction program;
  bool isOver = false;
  support::Deadline deadline([&] { return isOver; });
  FakeExecutor plain(behaveWell), sanitized(behaveWell);
  int judged = 0;
  const auto result = runCampaign(
      program.subject, program.branches, plain,
      [&]() -> support::Result<execute::Executor *> {
        isOver = ++judged > 3;
        if (isOver)
          return support::Error{"cut short"};
        return &sanitized;
      },
      {.budget = {.seconds = {}, .steps = 20'000}}, {}, silent(), deadline);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->suite.interrupted);
  EXPECT_FALSE(result->suite.tests.empty());
}

TEST(Campaign, WhatWaitsToBeJudgedIsNotLost) {
  const OneFunction program;
  std::set<std::int32_t> found;
  support::Deadline deadline([&] { return found.contains(1234567); });
  FakeExecutor plain(behaveWell), sanitized(behaveWell);
  SearchHooks hooks = silent();
  hooks.waits = [&](const std::string &, const TestCase &test) -> support::Status {
    found.insert(intOf(test));
    return support::Done{};
  };
  const auto result = runCampaign(
      program.subject, program.branches, plain,
      [&]() -> support::Result<execute::Executor *> { return &sanitized; },
      {.budget = {.seconds = 60}, .sanitizersAreReady = [] { return false; }}, {}, hooks, deadline);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->suite.tests.empty());
  EXPECT_EQ(found.size(), result->unjudged);
  EXPECT_TRUE(found.contains(1234567));
}

TEST(Campaign, WhatWasSeenAndNotJudgedInTimeIsNotDenied) {
  const OneFunction program;
  for (const bool isReady : {false, true}) {
    bool isOver = false;
    support::Deadline deadline([&] { return isOver; });
    FakeExecutor plain(behaveWell);
    const auto result = runCampaign(
        program.subject, program.branches, plain,
        [&]() -> support::Result<execute::Executor *> {
          isOver = true;
          return support::Error{"cut short"};
        },
        {.budget = {.seconds = 0.1}, .sanitizersAreReady = [&] { return isReady; }}, {}, silent(),
        deadline);
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->suite.tests.empty());
    const auto *open = std::get_if<Open>(&result->suite.verdicts[3]);
    ASSERT_TRUE(open);
    EXPECT_STREQ("does_not_count", kindOf(open->reason)) << describe(*open, program.branches);
    EXPECT_EQ("runs that ended at a limit, or were found late, were not looked into: the time was "
              "up",
              fmt::format("{}", fmt::join(result->notes, "; ")));
  }
}

TEST(Journal, KeepsTestsAndSkipsThoseThatNoLongerFit) {
  support::TemporaryDirectory folder;
  OneFunction program;
  const Journal journal(folder.path());
  const TestCase test{FunctionId(0), {Bytes{std::string("\x01\x02\x03\x04", 4)}}};
  ASSERT_TRUE(journal.save(program.subject, "f-1", test));
  ASSERT_TRUE(support::writeFile(folder.path() / "inputs" / "broken.json", "{"));
  std::size_t stale = 0;
  EXPECT_EQ(std::vector<TestCase>{test}, journal.load(program.subject, stale));
  EXPECT_EQ(1u, stale);
}

TEST(Journal, KnowsAnUnfinishedRun) {
  support::TemporaryDirectory folder;
  const Journal journal(folder.path());
  EXPECT_TRUE(journal.lastRunFinished());
  ASSERT_TRUE(journal.markStarted());
  EXPECT_FALSE(Journal(folder.path()).lastRunFinished());
  ASSERT_TRUE(journal.markFinished());
  EXPECT_TRUE(journal.lastRunFinished());
}

TEST(Campaign, RunsThatHangAreNotRunAgainAndAgain) {
  const OneFunction program;
  const auto hangAboveTen = [](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    if (intOf(test) > 10) {
      execution.outcome = TimedOut{};
      execution.observation.reset();
    }
    return execution;
  };
  FakeExecutor plain(hangAboveTen), sanitized(hangAboveTen);
  const Suite suite = runOn(program, plain, sanitized);
  const auto hangs =
      std::count_if(suite.tests.begin(), suite.tests.end(), [](const KeptTest &test) {
        return std::holds_alternative<TimedOut>(test.outcome);
      });
  EXPECT_GE(hangs, 1);
  EXPECT_LE(plain.runs(), 100u) << "simplifying a test that hangs costs its time limit every time";
}

/// A thousand ordinary runs would be no more work.
TEST(Campaign, ARunThatHangsIsPaidForAndTheFirstIsGivenUpSoon) {
  const OneFunction program;
  std::size_t hangs = 0;
  std::vector<std::uint32_t> parts;
  FakeExecutor plain([&](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, {});
    execution.outcome = TimedOut{};
    ++hangs;
    parts.push_back(options.timeoutPart);
    return execution;
  });
  FakeExecutor sanitized(behaveWell);
  support::Deadline deadline;
  const auto result = runCampaign(
      program.subject, program.branches, plain,
      [&]() -> support::Result<execute::Executor *> { return &sanitized; },
      {.budget = {.steps = 1'000'000, .ticks = 2 * Prices::runToLimit}}, {}, silent(), deadline);
  ASSERT_TRUE(result);
  EXPECT_LE(hangs, 60u);
  ASSERT_FALSE(parts.empty());
  EXPECT_GT(parts.front(), 1u);
}

TEST(Campaign, WhereSimplerTestsHangFewAreTried) {
  OneFunction program;
  program.subject.functions[0].parameters.resize(9, {"y", TypeId(0)});
  std::size_t hangs = 0;
  std::optional<TestCase> found;
  FakeExecutor *executor = nullptr;
  FakeExecutor plain([&](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    const bool isTriedOut =
        executor->isExploring() ? executor->exploreOptions().reportsAll : !options.observe;
    if (found && test != *found && isTriedOut) { // a variant
      execution.outcome = TimedOut{};
      ++hangs;
    }
    return execution;
  });
  executor = &plain;
  FakeExecutor sanitized([&](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    if (intOf(test) == 1234567) {
      execution.diagnostics = "/src/f.c:3:5: runtime error: signed integer overflow: 1 + 1\n";
      found = test;
    }
    return execution;
  });
  const Suite suite = runOn(program, plain, sanitized);
  EXPECT_FALSE(std::holds_alternative<Open>(suite.verdicts[2]));
  EXPECT_LE(hangs, 40u) << "each of them costs its time limit";
}

/// What a shared process found is repeated in one of its own; where that shows nothing, again and
/// again, each test gets one.
TEST(Campaign, FindsOfSharedProcessesMustHoldAlone) {
  OneFunction program;
  program.subject.functions[0].facts.inProcess = false;
  int shared = 0, separate = 0;
  const FakeExecutor *self = nullptr;
  FakeExecutor sanitized(behaveWell);
  FakeExecutor plain([&](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    const bool isShared = self->isExploring() && !self->exploreOptions().isSeparate &&
                          !self->exploreOptions().reportsAll;
    shared += isShared ? 1 : 0;
    separate += self->isExploring() && self->exploreOptions().isSeparate ? 1 : 0;
    if (isShared && intOf(test) % 2 == 1)
      execution.outcome = Crashed{11 + intOf(test) % 16};
    return execution;
  });
  self = &plain;
  const Suite suite = runOn(program, plain, sanitized);
  EXPECT_EQ(4u, summarize(suite).covered);
  EXPECT_TRUE(suite.findings.empty());
  EXPECT_GT(shared, 0);
  EXPECT_LT(shared, 1000);
  EXPECT_GT(separate, 0);
}

TEST(Judge, JudgesManyAsItJudgesEach) {
  const OneFunction program;
  const auto behave = [](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    const std::int32_t x = intOf(test);
    if (x == 1)
      execution.outcome = Crashed{11};
    if (x == 2)
      execution.outcome = Starved{};
    if (x == 3 && options.layout == 2) // it flickers
      execution.covered.clear();
    if (x == 4 && options.layout == 1)
      execution.outcome = Exited{1};
    return execution;
  };
  FakeExecutor plain(behave), sanitized(behave), moved(behave);
  Judge judge(
      program.subject, program.branches, plain,
      [&]() -> support::Result<execute::Executor *> { return &sanitized; }, EarlyEnds::SayNothing,
      {}, {.moved = [&]() -> support::Result<execute::Executor *> { return &moved; }}, true);
  std::vector<TestCase> tests;
  for (std::int32_t x = 0; x < 6; ++x) {
    tests.push_back({FunctionId(0), {Bytes{std::string(4, '\0')}}, {}});
    std::memcpy(tests.back().arguments()[0].memory().data(), &x, sizeof x);
  }
  const auto together = judge.judge(tests);
  ASSERT_TRUE(together);
  ASSERT_EQ(tests.size(), together->size());
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const auto alone = judge.judge(tests[i]);
    ASSERT_TRUE(alone);
    ASSERT_EQ(alone->has_value(), (*together)[i].has_value()) << i;
    EXPECT_EQ(i != 2 && i != 4, alone->has_value()) << i;
    if (!*alone)
      continue;
    EXPECT_EQ((*alone)->outcome, (*together)[i]->outcome);
    EXPECT_EQ((*alone)->covers, (*together)[i]->covers);
    EXPECT_EQ((*alone)->observation, (*together)[i]->observation);
  }
  EXPECT_TRUE((*together)[3]->covers.empty()) << "only what all runs take";
}

TEST(Campaign, SaysSoIfAFunctionWasNeverCalled) {
  const OneFunction program;
  FakeExecutor plain(behaveWell), sanitized(behaveWell);
  const Suite suite = runOn(program, plain, sanitized, 1, 0);
  ASSERT_TRUE(std::holds_alternative<Open>(suite.verdicts[0]));
  EXPECT_EQ("the search ended before f was called",
            describe(std::get<Open>(suite.verdicts[0]), program.branches));
}

TEST(Campaign, EveryFunctionIsCalledOnceBeforeAnyIsTriedAgain) {
  OneFunction program;
  program.subject.functions.push_back(program.subject.functions[0]);
  program.subject.functions[1].name = "g";
  const auto firstCrashes = [](const TestCase &test, const execute::RunOptions &options) {
    Execution execution = behaveWell(test, options);
    if (test.function() == FunctionId(0))
      execution.outcome = Crashed{11};
    return execution;
  };
  FakeExecutor plain(firstCrashes), sanitized(firstCrashes);
  const Suite suite = runOn(program, plain, sanitized, 1, 2);
  EXPECT_TRUE(std::any_of(suite.tests.begin(), suite.tests.end(), [](const KeptTest &test) {
    return test.test.function() == FunctionId(1) && test.isGreen();
  }));
}

} // namespace
} // namespace campaign
