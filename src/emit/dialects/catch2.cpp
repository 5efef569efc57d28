#include "emit/dialects/dialect.h"

// Versions 2 and 3 differ in headers and listeners; the file chooses where it is compiled. Macros
// have their prefix, for CHECK, INFO, WARN and FAIL are names of many sources, and a test may
// include its source. CTest's tests are listed in CMakeLists.txt: Catch2's own list of version 2
// starts the program, and so the subject, when it is built.

namespace emit {

const Dialect &catch2Dialect() {
  static const Dialect dialect{
      .folder = "tests_catch2",
      .include = "#include \"pincer_catch2.h\"\n",
      .open = "CATCH_TEST_CASE(\"{suite}.{name}\", \"[{suite}]\") {{",
      .openDisabled = "CATCH_TEST_CASE(\"{suite}.{name}\", \"[.][{suite}]\") {{",
      .equal = "CATCH_CHECK({actual} == {expected})",
      .equalFloat = "CATCH_CHECK_THAT({actual}, Catch::Matchers::WithinULP({expected}, 4))",
      .equalDouble = "CATCH_CHECK_THAT({actual}, Catch::Matchers::WithinULP({expected}, 4))",
      .equalText = "CATCH_CHECK(std::string({actual}) == {expected})",
      .isTrue = "CATCH_CHECK({actual})",
      .isFalse = "CATCH_CHECK_FALSE({actual})",
      .isNotNull = "CATCH_CHECK({actual} != nullptr)",
      .mustNotBeNull = "CATCH_REQUIRE({actual} != nullptr)",
      .usesOperators = true,
      .each = "for (int i = 0; i < {count}; ++i) {{\n  CATCH_CAPTURE(i);\n  {check};\n}}",
      .throws = "CATCH_CHECK_THROWS_AS({call}, {type})",
      .throwsAny = "CATCH_CHECK_THROWS({call})",
      .exits = "CATCH_CHECK(pincer::exitsWith({code}, [&] {{ {call}; }}))",
      .aborts = "CATCH_CHECK(pincer::isKilledBy(SIGABRT, [&] {{ {call}; }}))",
      .dies = "CATCH_CHECK(pincer::dies([&] {{ {call}; }}))",
      .forks = true,
      .skip = "PINCER_SKIP(\"{reason}\")",
      .mainInclude = "#define CATCH_CONFIG_RUNNER\n#include \"pincer_catch2.h\"\n\n",
      .hasFailed = R"(int failures = 0; // in this test

class CountFailures : public pincer::Listener {
public:
  using pincer::Listener::Listener;
  void testCaseStarting(const Catch::TestCaseInfo &) override { failures = 0; }
  pincer::Ended assertionEnded(const Catch::AssertionStats &stats) override {
    failures += !stats.assertionResult.isOk();
    return static_cast<pincer::Ended>(true);
  }
};
CATCH_REGISTER_LISTENER(CountFailures)

bool hasFailed() { return failures > 0; }
)",
      .fail = "void fail(const char *why) { CATCH_FAIL_CHECK(why); }\n",
      .skipHere = "void skipHere(const char *why) { PINCER_SKIP(why); }\n",
      .beforeEach = R"(
class BeforeEachTest : public pincer::Listener {
public:
  using pincer::Listener::Listener;
  void testCaseStarting(const Catch::TestCaseInfo &) override { resetVariables(); }
};
CATCH_REGISTER_LISTENER(BeforeEachTest)
)",
      .mainStart = "",
      .mainBeforeEach = "",
      .mainEnd = "  return Catch::Session().run(argc, argv);\n",
      .ownHeaders = {{"tests/pincer_catch2.h",
                      R"(#pragma once

#define CATCH_CONFIG_PREFIX_ALL
#if __has_include(<catch2/catch_all.hpp>)

#include <catch2/catch_all.hpp>

namespace pincer {
using Listener = Catch::EventListenerBase;
using Ended = void;
} // namespace pincer

#else // version 2

#include <catch2/catch.hpp>

#ifdef CATCH_CONFIG_RUNNER
namespace pincer {
using Listener = Catch::TestEventListenerBase;
using Ended = bool;
} // namespace pincer
#endif

#endif

// Ends a test that can't be run here. (CTest takes what version 3 returns after SKIP for a failure.)
#define PINCER_SKIP(reason)                                                                        \
  do {                                                                                             \
    CATCH_WARN("skipped: " << (reason));                                                           \
    return;                                                                                        \
  } while (false)
)",
                      {}}},
      .library = "Catch2",
      .cmakeModules = "enable_testing()\n",
      .cmakeLibraries = "find_package(Catch2 REQUIRED)\nset(PINCER_LIBRARIES Catch2::Catch2 m)\n",
      .cmakeLibraries32 = "find_package(Catch2 REQUIRED)\nset(PINCER_LIBRARIES Catch2::Catch2 m)\n",
      .precompiled = nullptr,
      .cmakeTests = nullptr};
  return dialect;
}

} // namespace emit
