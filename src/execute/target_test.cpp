#include "execute/executor.h"

#include "execute/testdata/zoo.h"
#include "support/file_system.h"
#include "support/rng.h"

#include <atomic>
#include <bit>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace execute {
namespace {

using model::BranchId;
using model::Execution;
using model::Outcome;
using model::TestCase;
using model::Value;
using testing::ElementsAre;
using testing::HasSubstr;
using zoo::scalar;

class TargetTest : public testing::Test {
protected:
  TargetTest() { limits_.timeoutMs = 200; }

  void start(const std::string &variant = "plain") {
    auto started = startTarget(zoo::program(variant), subject_, scratch_.path(), limits_);
    ASSERT_TRUE(started) << started.error().message;
    target_ = std::move(*started);
  }

  TestCase call(const std::string &name, std::vector<Value> arguments = {}) const {
    return {zoo::find(subject_, name), std::move(arguments)};
  }

  /// A box made of `first`, and calls on it.
  TestCase sequence(std::int32_t first,
                    const std::vector<std::pair<const char *, std::optional<int>>> &calls) const {
    TestCase test = call("makeBox", {scalar(first)});
    test.last().slot = model::SlotId(0);
    for (const auto &[name, number] : calls) {
      test.steps.push_back({zoo::find(subject_, name), {model::FromSlot{model::SlotId(0)}}});
      if (number)
        test.last().arguments.push_back(scalar(*number));
    }
    return test;
  }

  Execution run(const TestCase &test, RunOptions options = {.observe = true}) {
    if (!target_)
      start();
    if (!target_)
      return {};
    auto executions = target_->run(std::span(&test, 1), options);
    EXPECT_TRUE(executions) << executions.error().message;
    return executions ? executions->at(0) : Execution{};
  }
  Execution run(const std::string &name, std::vector<Value> arguments = {}) {
    return run(call(name, std::move(arguments)));
  }

  /// Of a run that must return.
  model::Observation observe(const TestCase &test, RunOptions options = {.observe = true}) {
    Execution execution = run(test, options);
    EXPECT_EQ(execution.outcome, Outcome(model::Returned{}));
    EXPECT_TRUE(execution.observation);
    return execution.observation.value_or(model::Observation{});
  }
  model::Observation observe(const std::string &name, std::vector<Value> arguments = {}) {
    return observe(call(name, std::move(arguments)));
  }

  std::vector<Find> explore(const std::vector<TestCase> &tests, ExploreOptions options = {}) {
    if (!target_)
      start();
    if (!target_)
      return {};
    auto finds = target_->explore(tests, options);
    EXPECT_TRUE(finds) << finds.error().message;
    return finds ? std::move(*finds) : std::vector<Find>{};
  }

  void expectWorks() {
    EXPECT_EQ(observe("classify", {scalar(3), scalar(3), scalar(3)}).result, scalar(3));
  }

  zoo::Types types_;
  model::Subject subject_ = zoo::makeSubject(types_);
  support::TemporaryDirectory scratch_;
  TargetLimits limits_;
  std::unique_ptr<Executor> target_;
};

std::vector<std::uint32_t> slots(const Execution &execution) {
  std::vector<std::uint32_t> result;
  for (const BranchId branch : execution.covered)
    result.push_back(branch.index);
  return result;
}

// Sequences of calls.

constexpr std::uint32_t destroyed = 38; // the branch that a box takes at its end

TEST_F(TargetTest, LaterStepsUseWhatEarlierOnesMade) {
  TestCase test = sequence(4, {{"addToBox", 30}, {"addToBox", 8}});
  EXPECT_EQ(observe(test).result, scalar(42));
  EXPECT_THAT(slots(run(test)), testing::Contains(destroyed));
}

TEST_F(TargetTest, ObjectsAreFoundWhereverTheyLie) {
  for (const std::uint8_t layout : {0, 1, 2})
    EXPECT_EQ(observe(sequence(4, {{"addToBox", 30}}), {.observe = true, .layout = layout}).result,
              scalar(34));
}

TEST_F(TargetTest, ObserversSayWhatTheLastStepLeft) {
  TestCase test = sequence(4, {{"addToBox", 30}});
  test.observers = {
      {zoo::find(subject_, "addToBox"), {model::FromSlot{model::SlotId(0)}, scalar(1)}},
      {zoo::find(subject_, "addToBox"), {model::FromSlot{model::SlotId(0)}, scalar(1)}}};
  const model::Observation seen = observe(test);
  EXPECT_EQ(seen.result, scalar(34));
  EXPECT_THAT(seen.observed, ElementsAre(scalar(35), scalar(36)));
}

TEST_F(TargetTest, AStepWithoutItsObjectMakesNoTest) {
  EXPECT_EQ(run(sequence(-1, {{"addToBox", 1}})).outcome, Outcome(model::Rejected{}));
  for (const char *variant : {"plain", "sanitized"}) { // what a step freed is not there any more
    start(variant);
    EXPECT_EQ(run(sequence(1, {{"freeBox", {}}, {"addToBox", 1}})).outcome,
              Outcome(model::Rejected{}));
    const Execution freed = run(sequence(1, {{"freeBox", {}}}));
    EXPECT_EQ(freed.outcome, Outcome(model::Returned{})); // and not destroyed once more
    EXPECT_THAT(slots(freed), testing::Not(testing::Contains(destroyed)));
  }
}

TEST_F(TargetTest, MemoryThatIsGivenOutAgainIsNotTheSameObject) {
  TestCase test = sequence(1, {{"freeBox", {}}});
  test.steps.push_back({zoo::find(subject_, "makeBox"), {scalar(7)}, model::SlotId(1)});
  test.steps.push_back(
      {zoo::find(subject_, "addToBox"), {model::FromSlot{model::SlotId(0)}, scalar(1)}});
  EXPECT_EQ(run(test).outcome, Outcome(model::Rejected{}));
}

TEST_F(TargetTest, ManySequencesInOneProcess) {
  start();
  std::vector<TestCase> tests(100, sequence(4, {{"addToBox", 30}}));
  tests.push_back(sequence(-1, {{"addToBox", 30}}));
  tests.push_back(sequence(4, {{"addToBox", 31}}));
  const std::vector<Find> finds = explore(tests, {.reportsAll = true});
  ASSERT_EQ(finds.size(), tests.size());
  EXPECT_EQ(finds[99].execution.outcome, Outcome(model::Returned{}));
  EXPECT_EQ(finds[100].execution.outcome, Outcome(model::Rejected{}));
  EXPECT_THAT(slots(finds[101].execution), testing::Contains(destroyed));
}

// Calls of pure functions.

TEST_F(TargetTest, CallsPureFunctions) {
  start();
  const std::uint64_t half = std::bit_cast<std::uint64_t>(0.5);
  const PureCall calls[] = {{model::PureId(0), {40, 0xfffe}}, // 40 + -2
                            {model::PureId(1), {std::bit_cast<std::uint64_t>(1.0)}},
                            {model::PureId(0), {1, 1}}};
  auto results = target_->call(calls);
  ASSERT_TRUE(results);
  ASSERT_EQ(results->size(), 3u);
  EXPECT_EQ(results->at(0).first, 38u);
  EXPECT_EQ(results->at(0).second, 38u);
  EXPECT_EQ(results->at(1).first, half);
  EXPECT_EQ(results->at(2).first, 2u);
  for (const PureResult &result : *results)
    EXPECT_EQ(result.failure, "");
  expectWorks();
}

TEST_F(TargetTest, ACallThatFailsTakesNoOtherWithIt) {
  start();
  std::vector<PureCall> calls;
  for (const std::uint64_t kind : {0, 1, 0, 3, 4, 5, 7, 0, 6, 2, 0})
    calls.push_back({model::PureId(2), {kind}});
  auto results = target_->call(calls);
  ASSERT_TRUE(results);
  std::vector<std::string> failures;
  for (const PureResult &result : *results)
    failures.push_back(result.failure);
  EXPECT_THAT(failures, ElementsAre("", "crashes (SIGABRT)", "", "prints", "exits with 3",
                                    "crashes (SIGILL)", HasSubstr("no test may do"), "", "",
                                    "does not return in time")); // the last one made
  EXPECT_EQ(results->at(7).first, 0u);
  EXPECT_NE(results->at(8).first, results->at(8).second); // it counts its calls
  expectWorks();
}

TEST_F(TargetTest, ManyCallsAtOnce) {
  start();
  std::vector<PureCall> calls;
  for (std::uint64_t i = 0; i < 10'000; ++i)
    calls.push_back({model::PureId(0), {i, 1}});
  auto results = target_->call(calls);
  ASSERT_TRUE(results);
  ASSERT_EQ(results->size(), calls.size());
  for (std::uint64_t i = 0; i < calls.size(); ++i)
    EXPECT_EQ(results->at(i).first, i + 1);
}

// What a run shows.

TEST_F(TargetTest, ReturnsAnIntegerAndItsCoverage) {
  const Execution execution = run("classify", {scalar(3), scalar(4), scalar(4)});
  EXPECT_EQ(execution.outcome, Outcome(model::Returned{}));
  EXPECT_THAT(slots(execution), ElementsAre(1, 3, 4));
  ASSERT_TRUE(execution.observation);
  EXPECT_EQ(execution.observation->result, scalar(2));
  EXPECT_TRUE(execution.observation->globals.empty());
}

TEST_F(TargetTest, ReturnsAStruct) {
  const auto execution =
      observe("swapPair", {zoo::parts({zoo::bytes({'\x05', '\x00'}), scalar(7)})});
  EXPECT_EQ(execution.result, zoo::parts({zoo::bytes({'\x07', '\x00'}), scalar(5)}));
}

TEST_F(TargetTest, ReturnsAPointerIntoAnArgument) {
  const auto execution = observe("skipSpaces", {zoo::string("  hello")});
  EXPECT_EQ(execution.result, zoo::inside(0, 2));
  EXPECT_THAT(execution.arguments, ElementsAre(zoo::string("  hello")));
}

TEST_F(TargetTest, ReturnsTextNullOrSomethingElse) {
  EXPECT_EQ(observe("dayName", {scalar(1)}).result, zoo::textElsewhere("Tuesday"));
  EXPECT_EQ(observe("dayName", {scalar(2)}).result, zoo::null());
  EXPECT_EQ(observe("wildText").result, zoo::elsewhere());
}

TEST_F(TargetTest, ReturnsFloatingNumbers) {
  EXPECT_EQ(observe("half", {zoo::floating(5)}).result, zoo::floating(2.5));
  const long double one = 1, third = one / 3;
  std::string argument(16, '\0'), expected(16, '\0');
  std::memcpy(argument.data(), &one, 10);
  std::memcpy(expected.data(), &third, 10);
  EXPECT_EQ(observe("third", {zoo::bytes(argument)}).result, zoo::bytes(expected));
}

TEST_F(TargetTest, ShowsOutParameters) {
  const auto execution = observe(
      "divide", {scalar(17), scalar(5), zoo::object(zoo::ints({0})), zoo::object(zoo::ints({0}))});
  EXPECT_THAT(execution.arguments, ElementsAre(scalar(17), scalar(5), zoo::object(zoo::ints({3})),
                                               zoo::object(zoo::ints({2}))));
}

TEST_F(TargetTest, ShowsChangedGlobals) {
  auto execution = observe("bump", {scalar(1)});
  ASSERT_EQ(execution.globals.size(), 1u);
  EXPECT_EQ(execution.globals[0].first, model::GlobalId(0));
  EXPECT_EQ(execution.globals[0].second, scalar(101));
  execution = observe("bump", {scalar(42)});
  ASSERT_EQ(execution.globals.size(), 2u);
  EXPECT_EQ(execution.globals[1].second.parts()[0], zoo::textElsewhere("forty-two"));
  EXPECT_EQ(execution.globals[1].second.parts()[1], zoo::null());
}

TEST_F(TargetTest, EachRunStartsAfresh) {
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(observe("bump", {scalar(1)}).result, scalar(101));
}

TEST_F(TargetTest, BuildsLinkedStructures) {
  const Value last = zoo::object({zoo::parts({scalar(5), zoo::null()})});
  const Value list = zoo::object({zoo::parts({scalar(2), last})});
  const auto execution = observe("sumList", {list});
  EXPECT_EQ(execution.result, scalar(7));
  const Value zeroLast = zoo::object({zoo::parts({scalar(0), zoo::null()})});
  EXPECT_THAT(execution.arguments, ElementsAre(zoo::object({zoo::parts({scalar(0), zeroLast})})));
}

TEST_F(TargetTest, PointersCanShareAnObject) {
  const Value node = zoo::object({zoo::parts({scalar(1), zoo::null()})});
  const Value holder = zoo::object({zoo::parts({scalar(1), node})});
  EXPECT_EQ(observe("samePointer", {node, node}).result, scalar(0));
  EXPECT_EQ(observe("samePointer", {node, zoo::inside(0, 0)}).result, scalar(1));
  EXPECT_EQ(observe("samePointer", {holder, zoo::inside(1, 0)}).result, scalar(2));
}

TEST_F(TargetTest, PointersToArrays) {
  EXPECT_EQ(observe("sumMatrix", {zoo::object(zoo::ints({1, 2, 3, 4}))}).result, scalar(10));
}

TEST_F(TargetTest, BitFieldsAreWhereTheCompilerPutsThem) {
  const auto high = [](std::uint64_t number) {
    std::string memory(8, '\0');
    std::memcpy(memory.data(), &number, 8);
    return zoo::bytes(memory);
  };
  const Value bits = zoo::parts({scalar(5), scalar(-7), high(0x12'0000'0001), zoo::bytes("\x40")});
  const auto execution = observe("addBits", {bits});
  EXPECT_EQ(execution.result, scalar(5 - 7 + 0x12 + 0x40));
  EXPECT_THAT(execution.arguments, ElementsAre(bits));
}

TEST_F(TargetTest, PointersInObjectsAreTranslated) {
  const Value names =
      zoo::parts({zoo::null(), zoo::null(), zoo::null(), zoo::bytes(std::string(4, '\0'))});
  const auto execution = observe("changeNames", {zoo::object({names})});
  const Value changed = zoo::parts({zoo::textElsewhere("static text"), zoo::inside(0, 25),
                                    zoo::elsewhere(), zoo::bytes({'a', 'b', '\0', '\0'})});
  EXPECT_THAT(execution.arguments, ElementsAre(zoo::object({changed})));
}

/// limit = 5; sensor() gives 1, 2; callback() gives 3.
TestCase suppliedTest(TestCase test, bool withCallback = true) {
  const auto gives = [](std::size_t source, std::uint32_t index, Value value) {
    return model::Supplied{model::SupplyId(source), index, std::move(value)};
  };
  test.supplied = {gives(0, 0, scalar(5)), gives(1, 0, zoo::parts({scalar(1)})),
                   gives(1, 1, zoo::parts({scalar(2)})), gives(2, 0, zoo::parts({scalar(3)}))};
  if (withCallback)
    test.arguments() = {model::Callback{model::SupplyId(2)}};
  return test;
}

TEST_F(TargetTest, SuppliesVariablesAndCalls) {
  for (const char *variant : {"plain", "sanitized"}) {
    start(variant);
    const TestCase test = suppliedTest(call("askSensor"));
    const model::Observation seen = observe(test);
    EXPECT_EQ(seen.result, scalar(6123)) << variant;
    ASSERT_EQ(4u, seen.supplied.size());
    EXPECT_EQ(scalar(6), seen.supplied[0]) << "the variable after the call";
    EXPECT_EQ(test.supplied[1].value, seen.supplied[1]);
    EXPECT_EQ(test.arguments()[0], seen.arguments[0]);
  }
}

TEST_F(TargetTest, PastTheEndEverythingIsZero) {
  TestCase test = suppliedTest(call("askSensor"));
  test.supplied.pop_back();
  test.supplied.pop_back();
  EXPECT_EQ(observe(test).result, scalar(6100));
  test.supplied.clear();
  test.arguments() = {zoo::null()};
  EXPECT_EQ(observe(test).result, scalar(1000)) << "nothing of the run before is left";
}

TEST_F(TargetTest, EachTestOfABatchHasSuppliesOfItsOwn) {
  start();
  // The second test starves only if nothing of the first one's is left, and the third one is fed
  // only if calls are counted anew. What a run takes that starves does not count as seen.
  TestCase fed = call("waitForSensor");
  fed.supplied = {{model::SupplyId(1), 0, zoo::parts({scalar(1)})}};
  const std::vector<TestCase> tests = {fed, call("waitForSensor"), fed};
  const auto finds = target_->explore(tests, {});
  ASSERT_TRUE(finds) << finds.error().message;
  ASSERT_EQ(finds->size(), 1u);
  EXPECT_EQ(finds->front().index, 1u);
  EXPECT_EQ(finds->front().execution.outcome, Outcome(model::Starved{}));
  EXPECT_THAT(finds->front().execution.covered, ElementsAre());
  const auto runs = target_->run(tests, {});
  ASSERT_TRUE(runs) << runs.error().message;
  EXPECT_EQ((*runs)[0].outcome, Outcome(model::Returned{}));
  EXPECT_THAT((*runs)[0].asked, ElementsAre(model::Asked{model::SupplyId(1)}));
  EXPECT_EQ((*runs)[1].outcome, Outcome(model::Starved{}));
  EXPECT_EQ((*runs)[2].outcome, Outcome(model::Returned{}));
}

TEST_F(TargetTest, ATestMayEndWhereItsInputsDo) {
  start();
  TestCase test = call("waitForSensor");
  test.endsAfterZeros = 2;
  const auto runs = target_->run({&test, 1}, {});
  ASSERT_TRUE(runs) << runs.error().message;
  EXPECT_EQ(runs->front().outcome, Outcome(model::Exited{0}));
  EXPECT_EQ(runs->front().asked.size(), 3u);
  const auto finds = target_->explore({&test, 1}, {});
  ASSERT_TRUE(finds) << finds.error().message;
  EXPECT_TRUE(finds->empty()); // an end like any other: it takes no new branch
}

TEST_F(TargetTest, AnArgumentThatWasFreedIsGone) {
  const auto execution = observe("freeArgument", {zoo::object(zoo::ints({1}))});
  EXPECT_THAT(execution.arguments, ElementsAre(zoo::elsewhere()));
}

TEST_F(TargetTest, FreshMemoryHoldsTheFillByte) {
  for (const int size : {1, 16, 100, 5000, 3'000'000}) {
    const auto zero = observe(call("freshMemory", {scalar(size)}), {.observe = true});
    EXPECT_EQ(zero.result, scalar(0)) << size;
    const auto filled =
        observe(call("freshMemory", {scalar(size)}), {.observe = true, .fill = 0xa5});
    EXPECT_EQ(filled.result, scalar(0xa5)) << size;
  }
  EXPECT_EQ(observe("freshMemory", {scalar(-1)}).result, scalar(-1));
}

// How a run can end.

TEST_F(TargetTest, Exits) {
  const auto execution = run(call("callExit", {scalar(3)}), {.observe = true, .diagnostics = true});
  EXPECT_EQ(execution.outcome, Outcome(model::Exited{3}));
  EXPECT_FALSE(execution.observation);
  EXPECT_EQ(execution.diagnostics, "goodbye");
  EXPECT_EQ(run("callQuickExit", {scalar(0)}).outcome, Outcome(model::Exited{0}));
}

TEST_F(TargetTest, Crashes) {
  EXPECT_EQ(run("callAbort").outcome, Outcome(model::Crashed{SIGABRT}));
  EXPECT_EQ(run("readNull", {zoo::null()}).outcome, Outcome(model::Crashed{SIGSEGV}));
  EXPECT_EQ(run("recurse", {scalar(0)}).outcome, Outcome(model::Crashed{SIGSEGV}));
  EXPECT_EQ(run("divideBy", {scalar(1), scalar(0)}).outcome, Outcome(model::Crashed{SIGFPE}));
  EXPECT_EQ(observe("divideBy", {scalar(6), scalar(3)}).result, scalar(2));
  EXPECT_EQ(run("killSelf").outcome, Outcome(model::Crashed{SIGKILL}));
  const auto twice = run(call("doubleFree", {scalar(9)}), {.diagnostics = true});
  EXPECT_EQ(twice.outcome, Outcome(model::Crashed{SIGABRT}));
  EXPECT_THAT(twice.diagnostics, HasSubstr("double free"));
  expectWorks();
}

TEST_F(TargetTest, RunsOutOfTime) {
  EXPECT_EQ(run("spin", {scalar(7)}).outcome, Outcome(model::TimedOut{}));
  EXPECT_EQ(run("sleepForever").outcome, Outcome(model::TimedOut{}));
  EXPECT_EQ(run("blockSignals").outcome, Outcome(model::TimedOut{}));
  EXPECT_EQ(run("stopSelf").outcome, Outcome(model::TimedOut{}));
  expectWorks();
}

/// A process and all below it get only what others leave them of one CPU.
void starve(pid_t process, const cpu_set_t &cpu) {
  EXPECT_EQ(sched_setaffinity(process, sizeof cpu, &cpu), 0);
  EXPECT_EQ(setpriority(PRIO_PROCESS, static_cast<id_t>(process), 19), 0);
  const std::string id = std::to_string(process);
  std::ifstream children("/proc/" + id + "/task/" + id + "/children");
  for (pid_t child; children >> child;)
    starve(child, cpu);
}

TEST_F(TargetTest, WaitingForACpuIsNoTimeOfTheRun) {
  start();
  cpu_set_t cpus, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof cpus, &cpus), 0);
  CPU_ZERO(&one);
  for (int i = 0; CPU_COUNT(&one) == 0; ++i)
    if (CPU_ISSET(i, &cpus))
      CPU_SET(i, &one);
  std::atomic<bool> isOver = false;
  std::thread busy([&] {
    sched_setaffinity(0, sizeof one, &one);
    while (!isOver)
      ;
  });
  std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (pid_t pid; children >> pid;)
    starve(pid, one);
  EXPECT_EQ(run("spin", {scalar(40'000'000)}).outcome, Outcome(model::Returned{}));
  isOver = true;
  busy.join();
}

TEST_F(TargetTest, GivesUpARunSoonIfAskedTo) {
  limits_.timeoutMs = 60'000;
  const TestCase test = call("spin", {scalar(1'000'000'000)});
  EXPECT_EQ(run(test, {.timeoutPart = 6000}).outcome, Outcome(model::TimedOut{}));
  EXPECT_EQ(run(test, {}).outcome, Outcome(model::Returned{}));
}

TEST_F(TargetTest, RunsOutOfMemory) {
  limits_.memoryBytes = 64 << 20;
  EXPECT_EQ(run("allocateForever", {scalar(1000)}).outcome, Outcome(model::OutOfMemory{}));
  limits_.timeoutMs = 5000; // large blocks count when they are touched, which takes time
  start();
  EXPECT_EQ(run("allocateForever", {scalar(100 << 20)}).outcome, Outcome(model::OutOfMemory{}));
  expectWorks();
}

TEST_F(TargetTest, PrintsTooMuch) {
  limits_.outputBytes = 100'000;
  const auto execution = run(call("printForever"), {.diagnostics = true});
  EXPECT_EQ(execution.outcome, Outcome(model::TooMuchOutput{}));
  EXPECT_EQ(execution.diagnostics.size(), 64u << 10);
  EXPECT_EQ(execution.diagnostics.substr(0, 21), "all work and no play\n");
  EXPECT_EQ(run(call("half", {zoo::floating(1)}), {.diagnostics = true}).diagnostics, "");
}

TEST_F(TargetTest, TriesWhatIsForbidden) {
  EXPECT_EQ(run("trapped").outcome, Outcome(model::Forbidden{"socket"}));
}

TEST_F(TargetTest, SurvivesProcessesOfTheSubject) {
  EXPECT_EQ(run("forkBomb").outcome, Outcome(model::TimedOut{}));
  expectWorks();
  EXPECT_EQ(observe("daemonise", {scalar(8)}).result, scalar(8));
  EXPECT_EQ(observe("othersAlive").result, scalar(0));
  EXPECT_EQ(observe("killGroup").result, scalar(5));
  expectWorks();
  run("killParent"); // stopped by the fence, or without effect
  expectWorks();
}

TEST_F(TargetTest, SurvivesClosedDescriptors) {
  EXPECT_EQ(observe("closeAll", {scalar(6)}).result, scalar(6));
  expectWorks();
}

TEST_F(TargetTest, SurvivesScribblesOverSharedMemory) {
  for (const int pattern : {-1, 0, 1, 2, 3, 0x0b5e4, 0x43a11, 0xba7c4}) {
    const Outcome outcome = run("scribble", {scalar(pattern)}).outcome;
    (void)outcome; // anything but a hang or a crash of ours
    expectWorks();
    explore(
        {call("scribble", {scalar(pattern)}), call("classify", {scalar(1), scalar(1), scalar(1)})});
    expectWorks();
  }
}

/// Our own children, the target among them, as if the machine had run out of memory.
void killAllChildren() {
  std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (pid_t pid; children >> pid;)
    kill(pid, SIGKILL);
}

TEST_F(TargetTest, RestartsATargetThatDied) {
  start();
  killAllChildren();
  EXPECT_EQ(run("half", {zoo::floating(2)}).outcome, Outcome(model::Crashed{SIGKILL}));
  expectWorks();
}

TEST_F(TargetTest, ExploreGoesOnAfterTheDeathOfTheTarget) {
  limits_.timeoutMs = 10'000;
  start();
  const TestCase fine = call("classify", {scalar(1), scalar(1), scalar(1)});
  std::thread killer([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    killAllChildren();
  });
  const auto finds =
      explore({fine, call("spin", {scalar(7)}), call("readNull", {zoo::null()}), fine});
  killer.join();
  ASSERT_EQ(finds.size(), 3u);
  EXPECT_EQ(finds[0].index, 0u);
  EXPECT_EQ(finds[1].index, 1u);
  EXPECT_EQ(finds[1].execution.outcome, Outcome(model::Crashed{SIGKILL}));
  EXPECT_THAT(slots(finds[1].execution), ElementsAre(18));
  EXPECT_EQ(finds[2].index, 2u);
  EXPECT_EQ(finds[2].execution.outcome, Outcome(model::Crashed{SIGSEGV}));
}

TEST_F(TargetTest, RefusesATargetOfAnotherSubject) {
  subject_.functions.pop_back();
  auto started = startTarget(zoo::program("plain"), subject_, scratch_.path(), limits_);
  ASSERT_FALSE(started);
  EXPECT_THAT(started.error().message, HasSubstr("another subject"));
}

TEST_F(TargetTest, ReportsAProgramThatIsNoTarget) {
  auto started = startTarget("/bin/true", subject_, scratch_.path(), limits_);
  ASSERT_FALSE(started);
  EXPECT_THAT(started.error().message, HasSubstr("before any function can be called: exit code 0"));
}

TEST_F(TargetTest, RefusesFunctionsThatCannotBeDriven) {
  start();
  subject_.functions[0].undrivable = "it has no bananas";
  const TestCase test = call("classify", {scalar(1), scalar(1), scalar(1)});
  const auto executions = target_->run(std::span(&test, 1), {});
  ASSERT_FALSE(executions);
  EXPECT_THAT(executions.error().message, HasSubstr("bananas"));
}

// Sanitizers.

TEST_F(TargetTest, AddressSanitizerSeesOverruns) {
  limits_.timeoutMs = 10'000;
  start("sanitized");
  const TestCase overrun = call("writeTen", {zoo::object("abcd")});
  const auto execution = run(overrun, {.observe = true, .diagnostics = true});
  EXPECT_EQ(execution.outcome, Outcome(model::Crashed{SIGABRT}));
  EXPECT_THAT(execution.diagnostics, HasSubstr("heap-buffer-overflow"));
  EXPECT_THAT(execution.diagnostics, HasSubstr("zoo.c:"));
  const auto fine = observe("writeTen", {zoo::object("0123456789")});
  EXPECT_THAT(fine.arguments, ElementsAre(zoo::object(std::string("\0\1\2\3\4\5\6\7\x8\x9", 10))));
  const auto freed = observe("freeArgument", {zoo::object(zoo::ints({1}))});
  EXPECT_THAT(freed.arguments, ElementsAre(zoo::elsewhere()));
  EXPECT_EQ(run("callExit", {scalar(3)}).outcome, Outcome(model::Exited{3}));
}

// Exploring.

TEST_F(TargetTest, WhatWasFoundBeforeAStopIsNotLost) {
  bool isExploring = false;
  int looks = 0;
  limits_.timeoutMs = 60'000;
  limits_.stop = [&] { return isExploring && ++looks > 40; };
  start();
  isExploring = true;
  const auto finds =
      explore({call("classify", {scalar(3), scalar(3), scalar(3)}), call("spin", {scalar(7)})});
  ASSERT_EQ(finds.size(), 1u);
  EXPECT_EQ(finds[0].index, 0u);
}

TEST_F(TargetTest, ExploreReportsNewBranchesOnce) {
  const TestCase even = call("classify", {scalar(3), scalar(3), scalar(3)});
  const TestCase odd = call("classify", {scalar(3), scalar(4), scalar(5)});
  const auto finds = explore({even, even, odd, even, odd});
  ASSERT_EQ(finds.size(), 2u);
  EXPECT_EQ(finds[0].index, 0u);
  EXPECT_THAT(slots(finds[0].execution), ElementsAre(1, 2));
  EXPECT_EQ(finds[1].index, 2u);
  EXPECT_THAT(slots(finds[1].execution), ElementsAre(1, 3, 5, 7));
  EXPECT_EQ(explore({even}).size(), 1u) << "only setSeen makes a branch seen for good";
  target_->setSeen(finds[0].execution.covered);
  EXPECT_TRUE(explore({even}).empty());
  EXPECT_EQ(explore({odd}).size(), 1u);
}

TEST_F(TargetTest, ExploreReportsRunsThatComeNearer) {
  start();
  const auto sides = [&](std::int32_t a) {
    return call("classify", {scalar(a), scalar(a + 1), scalar(a + 2)});
  };
  target_->setSeen(std::vector<BranchId>{BranchId(1), BranchId(3), BranchId(5), BranchId(7)});
  std::vector<std::uint64_t> least(40);
  least[6] = model::Nearness::far;
  const std::vector<TestCase> tests{sides(10), sides(10), sides(5), sides(500)};
  for (const bool isSeparate : {false, true}) {
    const auto finds = target_->explore(tests, {.isSeparate = isSeparate, .least = least});
    ASSERT_TRUE(finds);
    ASSERT_EQ(2u, finds->size());
    EXPECT_EQ(0u, (*finds)[0].index);
    EXPECT_TRUE((*finds)[0].isUsual);
    EXPECT_TRUE((*finds)[0].execution.covered.empty());
    EXPECT_THAT((*finds)[0].nearer, ElementsAre(model::Nearness{BranchId(6), 999'990}));
    EXPECT_EQ(3u, (*finds)[1].index);
    EXPECT_THAT((*finds)[1].nearer, ElementsAre(model::Nearness{BranchId(6), 999'500}));
  }
  least[6] = 999'500;
  EXPECT_TRUE(target_->explore(tests, {.least = least})->empty()) << "as near as before";
  EXPECT_TRUE(explore(tests).empty()) << "nobody asks";
}

model::Variation variationOf(const TestCase &base, std::uint32_t object, std::int32_t number) {
  model::Variation variation{.base = &base, .changeCount = 1};
  variation.changes[0] = {.object = object, .size = 4};
  std::memcpy(variation.changes[0].bytes.data(), &number, sizeof number);
  return variation;
}

TEST_F(TargetTest, ExploreRunsVariationsAsTheTestsThatTheyAre) {
  start();
  const TestCase even = call("classify", {scalar(3), scalar(3), scalar(3)});
  const TestCase zeros = call("classify", {scalar(0), scalar(0), scalar(0)});
  std::vector<model::Variation> variations;
  std::vector<TestCase> tests;
  for (const TestCase *base : {&even, &zeros, &even})
    for (std::int32_t i = 0; i < 5000; ++i) // more than a chunk
      tests.push_back(
          model::testOf(subject_, variations.emplace_back(variationOf(
                                      *base, static_cast<std::uint32_t>(i) % 3, i / 3 % 7 - 1))));
  const auto expected = target_->explore(tests, {.reportsAll = true});
  const auto finds = target_->explore(variations, {.reportsAll = true});
  ASSERT_TRUE(expected && finds);
  ASSERT_EQ(expected->size(), tests.size());
  ASSERT_EQ(finds->size(), tests.size());
  for (std::size_t i = 0; i < tests.size(); ++i) {
    EXPECT_EQ((*expected)[i].execution.covered, (*finds)[i].execution.covered) << i;
    EXPECT_EQ((*expected)[i].execution.outcome, (*finds)[i].execution.outcome) << i;
  }
  const auto alone = target_->explore(std::span(variations).first(9), {.isSeparate = true});
  EXPECT_TRUE(alone && !alone->empty());
}

TEST_F(TargetTest, ExploreResetsStateBetweenVariations) {
  limits_.memoryBytes = 32 << 20;
  start();
  target_->setSeen(std::vector<BranchId>{BranchId(11), BranchId(13)});
  const TestCase bump = call("bump", {scalar(1)});
  const auto bumps =
      target_->explore(std::vector<model::Variation>(1000, variationOf(bump, 0, 1)), {});
  ASSERT_TRUE(bumps);
  EXPECT_TRUE(bumps->empty());
  target_->setSeen(std::vector<BranchId>{BranchId(15), BranchId(17)});
  const TestCase fresh = call("freshMemory", {scalar(1)});
  const auto leaks =
      target_->explore(std::vector<model::Variation>(1000, variationOf(fresh, 0, 100'000)), {});
  ASSERT_TRUE(leaks);
  EXPECT_TRUE(leaks->empty()) << "what one test leaks, the next has again";
  // What a run frees, or writes into its objects, is there again.
  const TestCase freed = call("freeArgument", {zoo::object(std::string(4, '\0'))});
  const auto frees =
      target_->explore(std::vector<model::Variation>(100, variationOf(freed, 1, 7)), {});
  ASSERT_TRUE(frees);
  EXPECT_TRUE(frees->empty());
}

TEST_F(TargetTest, ExploreResetsStateBetweenTests) {
  limits_.memoryBytes = 32 << 20;
  start();
  target_->setSeen(std::vector<BranchId>{BranchId(11), BranchId(13)});
  EXPECT_TRUE(explore(std::vector<TestCase>(1000, call("bump", {scalar(1)}))).empty());
  target_->setSeen(std::vector<BranchId>{BranchId(15), BranchId(17)});
  EXPECT_TRUE(explore(std::vector<TestCase>(1000, call("freshMemory", {scalar(100'000)}))).empty())
      << "what one test leaks, the next has again";
}

TEST_F(TargetTest, ExploreGoesOnAfterTestsThatDoNotReturn) {
  limits_.memoryBytes = 8 << 20; // used up long before the time is
  const TestCase fine = call("half", {zoo::floating(1)});
  const auto finds =
      explore({fine, call("readNull", {zoo::null()}), fine, call("spin", {scalar(7)}), fine,
               call("callQuickExit", {scalar(4)}), call("callAbort"), fine,
               call("recurse", {scalar(0)}), call("allocateForever", {scalar(4096)}), fine});
  std::vector<std::pair<std::size_t, Outcome>> seen;
  for (const Find &find : finds)
    seen.emplace_back(find.index, find.execution.outcome);
  EXPECT_THAT(seen, ElementsAre(std::pair(1u, Outcome(model::Crashed{SIGSEGV})),
                                std::pair(3u, Outcome(model::TimedOut{})),
                                std::pair(5u, Outcome(model::Exited{4})),
                                std::pair(6u, Outcome(model::Crashed{SIGABRT})),
                                std::pair(8u, Outcome(model::Crashed{SIGSEGV})),
                                std::pair(9u, Outcome(model::OutOfMemory{}))));
  EXPECT_THAT(slots(finds[1].execution), ElementsAre(18));
}

TEST_F(TargetTest, ExploreGoesOnAfterManyNullAccesses) {
  start();
  target_->setSeen(std::vector<BranchId>{BranchId(11), BranchId(13)});
  std::vector<TestCase> tests;
  for (int i = 0; i < 1000; ++i) {
    tests.push_back(call("bump", {scalar(1)}));
    tests.push_back(call("readNull", {zoo::null()}));
  }
  const auto finds = explore(tests);
  ASSERT_EQ(finds.size(), 1000u);
  for (std::size_t i = 0; i < finds.size(); ++i) {
    EXPECT_EQ(finds[i].index, 2 * i + 1);
    EXPECT_EQ(finds[i].execution.outcome, Outcome(model::Crashed{SIGSEGV}));
    EXPECT_TRUE(finds[i].execution.covered.empty());
  }
}

TEST_F(TargetTest, ExploreForksWhereAResetIsIncomplete) {
  const auto finds =
      explore({call("alone", {scalar(1)}), call("alone", {scalar(2)}), call("alone", {scalar(11)}),
               call("alone", {scalar(4711)}), call("alone", {scalar(4711)})});
  ASSERT_EQ(finds.size(), 4u);
  EXPECT_EQ(finds[2].index, 3u);
  EXPECT_EQ(finds[2].execution.outcome, Outcome(model::Exited{1}));
  EXPECT_THAT(slots(finds[2].execution), ElementsAre(20, 22));
}

TEST_F(TargetTest, ExploreSharesLooselyWhereLibrariesKeepSomething) {
  const std::vector<TestCase> tests(2000, call("linger", {scalar(1)}));
  const auto finds = explore(tests);
  ASSERT_EQ(finds.size(), 2u);
  EXPECT_THAT(slots(finds[0].execution), ElementsAre(33, 35));
  EXPECT_EQ(finds[1].index, 1u);
  EXPECT_THAT(slots(finds[1].execution), ElementsAre(32, 35));
  const auto separate = explore(std::vector<TestCase>(20, tests[0]), {.isSeparate = true});
  ASSERT_EQ(separate.size(), 1u) << "each process starts from nothing";
  EXPECT_THAT(slots(separate[0].execution), ElementsAre(33, 35));
}

TEST_F(TargetTest, ExploreTakesManyChunks) {
  std::vector<TestCase> tests(50'000, call("classify", {scalar(1), scalar(1), scalar(1)}));
  tests[20'000] = call("classify", {scalar(1), scalar(2), scalar(3)});
  tests[49'999] = call("readNull", {zoo::null()});
  const auto finds = explore(tests);
  ASSERT_EQ(finds.size(), 3u);
  EXPECT_EQ(finds[1].index, 20'000u);
  EXPECT_EQ(finds[2].index, 49'999u);
}

/// More finds than the response area holds at once (each takes four megabytes).
TEST_F(TargetTest, ExploreReportsMoreThanFitsAtOnce) {
  start("wide");
  std::vector<TestCase> tests;
  for (int i = 0; i < 20; ++i)
    tests.push_back(call("flood", {scalar(i)}));
  for (int i = 0; i < 12; ++i)
    tests.push_back(call("flood", {scalar(100 + i)}));
  const auto finds = explore(tests);
  ASSERT_EQ(finds.size(), tests.size());
  for (std::size_t i = 0; i < finds.size(); ++i) {
    EXPECT_EQ(finds[i].index, i);
    EXPECT_EQ(finds[i].execution.covered.size(), (1u << 20) - 19);
    EXPECT_EQ(finds[i].execution.outcome,
              i < 20 ? Outcome(model::Returned{}) : Outcome(model::Crashed{SIGABRT}));
  }
}

/// The same random tests take the same branches in a batch and in fresh processes.
TEST_F(TargetTest, ExploreEqualsRun) {
  support::Rng rng(7);
  std::vector<TestCase> tests;
  for (int i = 0; i < 600; ++i) {
    const auto small = [&] { return scalar(static_cast<std::int32_t>(rng.below(4))); };
    const std::string text{"xyz"[rng.below(3)], "xyz"[rng.below(3)]};
    switch (rng.below(4)) {
    case 0:
      tests.push_back(call("classify", {small(), small(), small()}));
      break;
    case 1:
      tests.push_back(
          call("remember", {zoo::string(text), scalar(static_cast<std::int32_t>(rng.below(8)))}));
      break;
    case 2:
      tests.push_back(call("bump", {scalar(static_cast<std::int32_t>(rng.below(3) * 21))}));
      break;
    default:
      tests.push_back(call("freshMemory", {scalar(static_cast<std::int32_t>(rng.below(200)))}));
    }
  }
  start();
  const auto fresh = target_->run(tests, {});
  ASSERT_TRUE(fresh);
  std::vector<std::pair<std::size_t, std::vector<std::uint32_t>>> expected, found;
  std::vector<bool> seen(64);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    bool isNew = false;
    for (const std::uint32_t slot : slots((*fresh)[i])) {
      isNew |= !seen[slot];
      seen[slot] = true;
    }
    if (isNew)
      expected.emplace_back(i, slots((*fresh)[i]));
  }
  for (const Find &find : explore(tests))
    found.emplace_back(find.index, slots(find.execution));
  EXPECT_GT(expected.size(), 5u);
  EXPECT_EQ(found, expected);
}

TEST_F(TargetTest, RunsAreDeterministic) {
  const TestCase test = call("remember", {zoo::string("xy"), scalar(5)});
  const Execution first = run(test);
  for (int i = 0; i < 5; ++i) {
    target_.reset();
    const Execution again = run(test);
    EXPECT_EQ(again.observation, first.observation);
    EXPECT_EQ(again.covered, first.covered);
  }
}

/// How fast is printed, and asserted nowhere: machines are busy.
TEST_F(TargetTest, RunsManyTestsInProcess) {
  start();
  std::vector<TestCase> tests;
  support::Rng rng(1);
  for (int i = 0; i < 400'000; ++i)
    tests.push_back(
        call("classify", {scalar(static_cast<std::int32_t>(rng.next())), scalar(5), scalar(6)}));
  const auto begin = std::chrono::steady_clock::now();
  explore(tests);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  const double rate = static_cast<double>(tests.size()) / elapsed.count();
  RecordProperty("executionsPerSecond", static_cast<int>(rate));
  std::printf("%.0f executions per second\n", rate);
}

} // namespace
} // namespace execute
