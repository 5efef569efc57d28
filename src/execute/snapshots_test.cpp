#include "execute/executor.h"
#include "execute/testdata/zoo.h"
#include "support/file_system.h"

#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace execute {
namespace {

using model::BranchId;
using model::Execution;
using model::Outcome;
using model::TestCase;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;
using testing::Pair;
using zoo::scalar;

/// Runs that go on from states in the middle of others (testdata/zoo.c: followSensors).
class SnapshotsTest : public testing::Test {
protected:
  void SetUp() override {
    auto started =
        startTarget(zoo::program("plain"), subject_, scratch_.path(), {.timeoutMs = 1000});
    ASSERT_TRUE(started) << started.error().message;
    target_ = std::move(*started);
  }

  /// Inputs one after the other, the first `fixed` of which lead to a state.
  TestCase follow(const std::vector<std::int32_t> &inputs, std::size_t fixed,
                  std::int32_t with = 0) {
    TestCase test{zoo::find(subject_, "followSensors"), {scalar(with)}};
    for (std::size_t i = 0; i < inputs.size(); ++i)
      test.supplied.push_back({model::SupplyId(1), static_cast<std::uint32_t>(i),
                               zoo::parts({scalar(inputs[i])}), i < fixed});
    test.hasFixedArguments = fixed > 0;
    test.endsAfterZeros = 0;
    return test;
  }
  Execution run(const TestCase &test) {
    auto executions = target_->run(std::span(&test, 1), {});
    EXPECT_TRUE(executions) << executions.error().message;
    return executions ? executions->at(0) : Execution{};
  }
  Execution run(const std::vector<std::int32_t> &inputs, std::size_t fixed, std::int32_t with = 0) {
    return run(follow(inputs, fixed, with));
  }
  /// From the state and from the start the same comes out.
  void expectTheSame(const std::vector<std::int32_t> &inputs, std::size_t fixed,
                     std::int32_t with = 0) {
    const Execution resumed = run(inputs, fixed, with), whole = run(inputs, 0, with);
    EXPECT_EQ(resumed.outcome, whole.outcome);
    EXPECT_EQ(resumed.covered, whole.covered);
    EXPECT_EQ(resumed.asked, whole.asked);
  }

  zoo::Types types_;
  model::Subject subject_ = zoo::makeSubject(types_);
  support::TemporaryDirectory scratch_;
  std::unique_ptr<Executor> target_;
};

TEST_F(SnapshotsTest, AStateIsGoneOnFromManyTimes) {
  for (const std::int32_t next : {1, 2, 3, 4})
    EXPECT_EQ(run({5, 6, next, 9}, 2).outcome, Outcome(model::Exited{11 + next}));
  const SnapshotCounts counts = target_->snapshots();
  EXPECT_EQ(counts.made, 1u);
  EXPECT_EQ(counts.resumed, 4u);
  EXPECT_EQ(counts.vanished, 0u);
}

TEST_F(SnapshotsTest, ARunFromAStateIsTheWholeRun) {
  expectTheSame({5, 6, 9}, 2);         // the branch was taken before the state
  expectTheSame({5, 1, 9}, 2);         // ... and not at all
  expectTheSame({5, 1, 7, 9}, 2);      // ... and behind it
  expectTheSame({5, 1, 7, 3}, 2);      // inputs end
  expectTheSame({5, 1}, 2);            // ... at the state
  expectTheSame({5, 1, 7, 101, 9}, 2); // abort(): it has to know its own number
  expectTheSame({5, 1, 7, 105, 9}, 3);
  EXPECT_EQ(target_->snapshots().resumed, 7u);
}

TEST_F(SnapshotsTest, StatesLieBehindStates) {
  run({5, 6, 9}, 1);
  run({5, 6, 1, 9}, 2);
  EXPECT_EQ(run({5, 6, 1, 2, 9}, 3).outcome, Outcome(model::Exited{14}));
  EXPECT_EQ(run({5, 7, 1, 2, 9}, 3).outcome, Outcome(model::Exited{15})) << "another way";
  EXPECT_EQ(target_->snapshots().made, 4u);
  expectTheSame({5, 6, 1, 2, 9}, 4);
}

TEST_F(SnapshotsTest, TheOldestMakesWay) {
  for (std::int32_t first = 10; first < 50; ++first)
    EXPECT_EQ(run({first, 9}, 1).outcome, Outcome(model::Exited{first}));
  EXPECT_EQ(run({10, 1, 9}, 1).outcome, Outcome(model::Exited{11}));
  EXPECT_EQ(target_->snapshots().made, 41u);
}

TEST_F(SnapshotsTest, RunsInBetweenDoNoHarm) {
  run({5, 6, 9}, 2);
  EXPECT_EQ(run({5, 102, 9}, 0).outcome, Outcome(model::Exited{107})); // leaves a process behind
  EXPECT_EQ(run({5, 6, 104, 9}, 2).outcome, Outcome(model::TimedOut{}));
  const std::vector<TestCase> tests = {follow({3, 9}, 0), follow({4, 102, 9}, 0)};
  ASSERT_TRUE(target_->explore(tests, {}));
  EXPECT_EQ(run({5, 6, 2, 9}, 2).outcome, Outcome(model::Exited{13}));
  EXPECT_EQ(target_->snapshots().made, 1u);
  EXPECT_EQ(target_->snapshots().vanished, 0u);
}

TEST_F(SnapshotsTest, WhatVanishedIsRebuilt) {
  run({5, 6, 9}, 2);
  run({5, 103, 9}, 0); // kills whatever it can
  EXPECT_EQ(run({5, 6, 2, 9}, 2).outcome, Outcome(model::Exited{13}));
  EXPECT_EQ(target_->snapshots().vanished, 1u);
  EXPECT_EQ(target_->snapshots().made, 2u);
}

TEST_F(SnapshotsTest, FilesThatAreReadAreEachRunsOwn) {
  const Execution first = run({5, 6, 9}, 2, 1);
  EXPECT_EQ(run({5, 6, 9}, 2, 1).outcome, first.outcome) << "at the same place";
  EXPECT_EQ(target_->snapshots().made, 1u);
}

TEST_F(SnapshotsTest, WhatCannotBeFrozenIsRunFromItsStart) {
  const char *const reasons[] = {"it has several threads",  "it has started processes",
                                 "it has pipes or sockets", "it shares memory",
                                 "it writes files",         "a timer is running"};
  std::int32_t with = 2;
  for (const char *reason : reasons) {
    expectTheSame({5, 6, 2, 9}, 2, with);
    expectTheSame({5, 6, 3, 9}, 2, with++);
    EXPECT_THAT(target_->snapshots().refused, Contains(Pair(reason, 1u)));
  }
  EXPECT_EQ(run({5, 9, 9}, 3).outcome, Outcome(model::Exited{5}));
  EXPECT_THAT(target_->snapshots().refused, Contains(Pair("it asked for no more inputs", 1u)));
  EXPECT_EQ(target_->snapshots().made, 0u);
}

TEST_F(SnapshotsTest, ARunHasItsOwnProcessesWhoeverWaits) {
  for (std::int32_t first = 10; first < 30; ++first)
    run({first, 9}, 1);
  std::vector<std::int32_t> forks(12, 102);
  forks.push_back(9);
  EXPECT_EQ(run(forks, 0).outcome, Outcome(model::Exited{12 * 102 % 256}));
}

} // namespace
} // namespace execute
