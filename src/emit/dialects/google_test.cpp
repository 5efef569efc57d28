#include "emit/dialects/dialect.h"

namespace emit {

const Dialect &googleTestDialect() {
  static const Dialect dialect{
      .folder = "tests",
      .include = "#include <gtest/gtest.h>\n",
      .open = "TEST({suite}, {name}) {{",
      .openDisabled = "TEST({suite}, DISABLED_{name}) {{",
      .equal = "EXPECT_EQ({expected}, {actual})",
      .equalFloat = "EXPECT_FLOAT_EQ({expected}, {actual})",
      .equalDouble = "EXPECT_DOUBLE_EQ({expected}, {actual})",
      .equalText = "EXPECT_STREQ({expected}, {actual})",
      .isTrue = "EXPECT_TRUE({actual})",
      .isFalse = "EXPECT_FALSE({actual})",
      .isNotNull = "EXPECT_NE(nullptr, {actual})",
      .mustNotBeNull = "ASSERT_NE(nullptr, {actual})",
      .usesOperators = false,
      .each = "for (int i = 0; i < {count}; ++i)\n  {check} << \"at \" << i;",
      .throws = "EXPECT_THROW({call}, {type})",
      .throwsAny = "EXPECT_ANY_THROW({call})",
      .exits = "EXPECT_EXIT({call}, ::testing::ExitedWithCode({code}), \"\")",
      .aborts = "EXPECT_EXIT({call}, ::testing::KilledBySignal(SIGABRT), \"\")",
      .dies = "EXPECT_DEATH({call}, \"\")",
      .forks = false,
      .skip = "GTEST_SKIP() << \"{reason}\"",
      .mainInclude = "#include <gtest/gtest.h>\n\n",
      .hasFailed = "bool hasFailed() { return ::testing::Test::HasFailure(); }\n",
      .fail = "void fail(const char *why) { ADD_FAILURE() << why; }\n",
      .skipHere = "void skipHere(const char *why) { GTEST_SKIP() << why; }\n",
      .beforeEach = R"(
class BeforeEachTest : public ::testing::EmptyTestEventListener {
  void OnTestStart(const ::testing::TestInfo &) override { resetVariables(); }
};
)",
      .mainStart =
          R"(  // Death tests start the program again, so that nothing of earlier tests is left.
#ifdef GTEST_FLAG_SET
  GTEST_FLAG_SET(death_test_style, "threadsafe");
#else
  ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
#endif
  ::testing::InitGoogleTest(&argc, argv);
)",
      .mainBeforeEach =
          "  ::testing::UnitTest::GetInstance()->listeners().Append(new BeforeEachTest);\n",
      .mainEnd = "  return RUN_ALL_TESTS();\n",
      .ownHeaders = {},
      .library = "gtest",
      .cmakeModules = R"(include(GoogleTest)
enable_testing()
# Tests are listed when they are run, by CMake 3.18 or later: building them starts no code of the
# subject.
set(CMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE PRE_TEST)
)",
      .cmakeLibraries = R"(find_package(GTest REQUIRED)
if(TARGET GTest::gtest)
  set(PINCER_LIBRARIES GTest::gtest m)
else()
  set(PINCER_LIBRARIES GTest::GTest m)
endif()
)",
      // Systems have the library for their own machine only.
      .cmakeLibraries32 =
          R"(set(PINCER_GOOGLETEST /usr/src/googletest CACHE PATH "The sources of GoogleTest, to be compiled for 32 bits")
set(INSTALL_GTEST OFF CACHE INTERNAL "")
set(BUILD_GMOCK OFF CACHE INTERNAL "")
add_subdirectory("${PINCER_GOOGLETEST}" googletest EXCLUDE_FROM_ALL)
set(PINCER_LIBRARIES gtest m)
)",
      .precompiled = "<gtest/gtest.h>",
      .cmakeTests = "gtest_discover_tests({target})\n"};
  return dialect;
}

} // namespace emit
