#include "validate/check_suite.h"

#include "emit/google_test/google_test.h"
#include "emit/testing/suite_maker.h"
#include "support/file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace validate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Key;

constexpr const char *source = R"cpp(#include <vector>
class Counter {
public:
  explicit Counter(int start) : value_(start) {}
  int next() { return ++value_; }
  template <class T> int add(T number) { return value_ += number.size(); }

private:
  int value_;
};
)cpp";

/// A test of a class that does not compile, one that does so only for what it instantiates, one
/// that fails, and one that holds.
class Counters {
public:
  emit::SuiteMaker m;

  explicit Counters(const std::string &folder) {
    m.unit(folder + "/counter.cpp");
    m.subject.units.back().isCxx = true;
    const auto counter = m.classType("Counter");
    const auto make = m.constructor(counter, {{.name = "start", .type = m.intType}});
    const auto next = m.method(counter, "next", m.intType, {});
    const auto gone = m.method(counter, "gone", m.intType, {});
    const auto add = m.method(counter, "add", m.intType, {{.name = "number", .type = m.intType}});
    const model::Step one{make, {emit::scalar(1)}, model::SlotId(0)};
    m.steps({one, {next, {emit::slot(0)}}}, emit::scalar(2));
    m.steps({one, {next, {emit::slot(0)}}}, emit::scalar(3));
    m.steps({one, {gone, {emit::slot(0)}}}, emit::scalar(0));
    m.steps({one, {add, {emit::slot(0), emit::scalar(5)}}}, emit::scalar(6));
  }
};

TEST(CheckSuite, TestsOfClassesAreBlamedOneByOne) {
  const support::TemporaryDirectory scratch;
  const std::string folder = scratch.path().string();
  ASSERT_TRUE(support::writeFile(folder + "/counter.cpp", source));
  Counters counters(folder);
  const emit::Layout layout{folder + "/out", folder, "1.2.3"};
  const support::Deadline never;
  SuiteChecker checker(counters.m.subject, build::WorkFolder(folder + "/work"), 2, {never, {}});
  const auto check = [&] {
    const auto files = emit::googleTest(counters.m.suite, layout);
    for (const emit::File &file : files)
      EXPECT_TRUE(support::writeFile(layout.directory + "/" + file.path, file.contents));
    return checker.check(layout.directory + "/tests", files);
  };
  const auto uncompiled = check();
  ASSERT_TRUE(uncompiled) << uncompiled.error().message;
  ASSERT_THAT(uncompiled->bad,
              ElementsAre(Key("CounterAdd.Returns6"), Key("CounterGone.Returns0")));
  EXPECT_THAT(uncompiled->bad.at("CounterGone.Returns0").reason,
              HasSubstr("it does not compile in clang's build: no member named 'gone'"));
  EXPECT_FALSE(uncompiled->ran);

  counters.m.suite.tests.resize(2);
  const auto failing = check();
  ASSERT_TRUE(failing) << failing.error().message;
  EXPECT_THAT(failing->bad, ElementsAre(Key("CounterNext.Returns3")));
  EXPECT_TRUE(failing->ran);

  counters.m.suite.tests.resize(1);
  const auto holding = check();
  ASSERT_TRUE(holding) << holding.error().message;
  EXPECT_TRUE(holding->bad.empty());
  EXPECT_TRUE(holding->notes.empty());
}

/// Two tests that end the whole run, one before and one behind others that hold.
TEST(CheckSuite, TestsThatEndTheRunAreFoundAmongOthers) {
  const support::TemporaryDirectory scratch;
  const std::string folder = scratch.path().string();
  ASSERT_TRUE(support::writeFile(folder + "/ends.c",
                                 "#include <stdlib.h>\n"
                                 "int odd(int x) { if (x == 2 || x == 4) abort(); return x; }\n"));
  emit::SuiteMaker m;
  m.unit(folder + "/ends.c");
  const auto odd = m.function("odd", m.intType, {{.name = "x", .type = m.intType}});
  for (int i = 1; i <= 5; ++i)
    m.test(odd, {emit::scalar(i)}, emit::scalar(i == 5 ? 7 : i));
  const emit::Layout layout{folder + "/out", folder, "1.2.3"};
  const auto files = emit::googleTest(m.suite, layout);
  for (const emit::File &file : files)
    ASSERT_TRUE(support::writeFile(layout.directory + "/" + file.path, file.contents));
  const support::Deadline never;
  SuiteChecker checker(m.subject, build::WorkFolder(folder + "/work"), 2, {never, {}});
  const auto check = checker.check(layout.directory + "/tests", files);
  ASSERT_TRUE(check) << check.error().message;
  EXPECT_THAT(check->bad,
              ElementsAre(Key("Odd.Returns2"), Key("Odd.Returns4"), Key("Odd.Returns7")));
  EXPECT_THAT(check->bad.at("Odd.Returns4").reason, HasSubstr("ends the whole test run"));
  EXPECT_THAT(check->bad.at("Odd.Returns7").reason, HasSubstr("expected 7, came 5"));
}

} // namespace
} // namespace validate
