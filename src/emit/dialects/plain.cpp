#include "emit/dialects/dialect.h"

// What there is of a framework is in pincer_check.h and at the end of pincer_main.cpp: a list of
// tests, checks that print the expression that does not hold, and a main that takes names of tests.

namespace emit {

namespace {

constexpr const char *runner = R"(#include "pincer_check.h"

#include <cstdio>
#include <cstring>

namespace pincer {

int failures = 0;

namespace {

Test *first = nullptr;
const char *running = "";
void (*beforeEach)() = nullptr;

} // namespace

Test::Test(const char *name, void (*body)(), bool isEnabled)
    : name(name), body(body), isEnabled(isEnabled) {
  Test **end = &first;
  while (*end)
    end = &(*end)->next;
  *end = this;
}

bool check(bool holds, const char *what, const char *file, int line) {
  if (!holds) {
    ++failures;
    std::printf("%s:%d: %s: does not hold: %s\n", file, line, running, what);
    std::fflush(stdout);
  }
  return holds;
}

void skip(const char *reason) { std::printf("%s: skipped: %s\n", running, reason); }

namespace {

bool isAsked(const Test &test, int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], test.name) == 0)
      return true;
  return argc == 1 && test.isEnabled;
}

// All tests, or those that are named.
int runTests(int argc, char **argv) {
  int count = 0, failed = 0;
  for (const Test *test = first; test; test = test->next) {
    if (!isAsked(*test, argc, argv))
      continue;
    running = test->name;
    failures = 0;
    if (beforeEach)
      beforeEach();
    try {
      test->body();
    } catch (...) {
      check(false, "an exception was thrown", "", 0);
    }
    ++count;
    failed += failures > 0;
  }
  std::printf("%d tests, %d failed\n", count, failed);
  return failed > 0 || (argc > 1 && count == 0);
}

} // namespace
} // namespace pincer

)";

} // namespace

const Dialect &plainDialect() {
  static const Dialect dialect{
      .folder = "tests_c",
      .include = "#include \"pincer_check.h\"\n",
      .open = "PINCER_TEST({suite}, {name}) {{",
      .openDisabled = "PINCER_DISABLED_TEST({suite}, {name}) {{",
      .equal = "PINCER_CHECK({actual} == {expected})",
      .equalFloat = "PINCER_CHECK(pincer::isNear({actual}, {expected}))",
      .equalDouble = "PINCER_CHECK(pincer::isNear({actual}, {expected}))",
      .equalText = "PINCER_CHECK(pincer::isText({actual}, {expected}))",
      .isTrue = "PINCER_CHECK({actual})",
      .isFalse = "PINCER_CHECK(!{actual})",
      .isNotNull = "PINCER_CHECK({actual} != nullptr)",
      .mustNotBeNull = "PINCER_REQUIRE({actual} != nullptr)",
      .usesOperators = true,
      .each = "for (int i = 0; i < {count}; ++i)\n  {check};",
      .throws = "PINCER_CHECK_THROWS({call}, {type})",
      .throwsAny = "PINCER_CHECK_ANY_THROW({call})",
      .exits = "PINCER_CHECK(pincer::exitsWith({code}, [&] {{ {call}; }}))",
      .aborts = "PINCER_CHECK(pincer::isKilledBy(SIGABRT, [&] {{ {call}; }}))",
      .dies = "PINCER_CHECK(pincer::dies([&] {{ {call}; }}))",
      .forks = true,
      .skip = "return pincer::skip(\"{reason}\")",
      .mainInclude = runner,
      .hasFailed = "bool hasFailed() { return pincer::failures > 0; }\n",
      .fail = "void fail(const char *why) { pincer::check(false, why, \"pincer_main.cpp\", 0); }\n",
      .skipHere = "void skipHere(const char *why) { pincer::skip(why); }\n",
      .beforeEach = "",
      .mainStart = "",
      .mainBeforeEach = "  pincer::beforeEach = resetVariables;\n",
      .mainEnd = "  return pincer::runTests(argc, argv);\n",
      .ownHeaders = {{"tests/pincer_check.h",
                      R"(#pragma once

#include <cmath>
#include <cstring>
#include <limits>

namespace pincer {

// A test, and the list of all of them.
struct Test {
  Test(const char *name, void (*body)(), bool isEnabled);

  const char *name;
  void (*body)();
  bool isEnabled;
  Test *next = nullptr;
};

extern int failures; // in this test

// Prints what does not hold.
bool check(bool holds, const char *what, const char *file, int line);

void skip(const char *reason);

// Up to four units in the last place.
template <class Real> bool isNear(Real actual, Real expected) {
  const Real infinity = std::numeric_limits<Real>::infinity();
  Real low = expected, high = expected;
  for (int i = 0; i < 4; ++i) {
    low = std::nextafter(low, -infinity);
    high = std::nextafter(high, infinity);
  }
  return low <= actual && actual <= high;
}

inline bool isText(const char *actual, const char *expected) {
  return actual && std::strcmp(actual, expected) == 0;
}

} // namespace pincer

#define PINCER_DEFINE_TEST(suite, name, isEnabled)                                                 \
  static void suite##_##name();                                                                    \
  static pincer::Test pincer_test_##suite##_##name(#suite "." #name, suite##_##name, isEnabled);   \
  static void suite##_##name()
#define PINCER_TEST(suite, name) PINCER_DEFINE_TEST(suite, name, true)
// Runs only where it is asked for by its name.
#define PINCER_DISABLED_TEST(suite, name) PINCER_DEFINE_TEST(suite, name, false)

#define PINCER_CHECK(...)                                                                          \
  pincer::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define PINCER_REQUIRE(...)                                                                        \
  do {                                                                                             \
    if (!PINCER_CHECK(__VA_ARGS__))                                                                \
      return;                                                                                      \
  } while (false)
#define PINCER_CHECK_CAUGHT(call, what, says)                                                      \
  do {                                                                                             \
    bool pincer_threw = false;                                                                     \
    try {                                                                                          \
      try {                                                                                        \
        static_cast<void>(call);                                                                   \
      } catch (what) {                                                                             \
        pincer_threw = true;                                                                       \
      }                                                                                            \
    } catch (...) {                                                                                \
    }                                                                                              \
    pincer::check(pincer_threw, says, __FILE__, __LINE__);                                         \
  } while (false)
#define PINCER_CHECK_THROWS(call, type)                                                            \
  PINCER_CHECK_CAUGHT(call, type const &, #call " throws " #type)
#define PINCER_CHECK_ANY_THROW(call) PINCER_CHECK_CAUGHT(call, ..., #call " throws")
)",
                      {}}},
      .library = nullptr,
      .cmakeModules = "enable_testing()\n",
      .cmakeLibraries = "set(PINCER_LIBRARIES m)\n",
      .cmakeLibraries32 = "set(PINCER_LIBRARIES m)\n",
      .precompiled = nullptr,
      .cmakeTests = nullptr};
  return dialect;
}

} // namespace emit
