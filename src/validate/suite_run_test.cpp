#include "validate/suite_run.h"

#include <gtest/gtest.h>

namespace validate {
namespace {

TEST(SuiteRun, FailuresAreSaidInALine) {
  EXPECT_EQ("expected 3, came 4",
            failureInWords("/t/a_test.cpp:12\nExpected equality of these values:\n  3\n  f(1)\n"
                           "    Which is: 4"));
  EXPECT_EQ("expected 2, came 1",
            failureInWords("/t/a_test.cpp:12\nExpected equality of these values:\n  BLUE\n"
                           "    Which is: 2\n  next(GREEN)\n    Which is: 1\n"));
  EXPECT_EQ("Death test: f(1) Result: failed to die. Error msg: [  DEATH   ]",
            failureInWords("/t/a_crash_test.cpp:7\nDeath test: f(1)\n    Result: failed to die.\n"
                           " Error msg:\n[  DEATH   ] \n"));
  EXPECT_EQ(203u, failureInWords("place\n" + std::string(1000, 'x')).size());
}

TEST(SuiteRun, DisabledTestsAreCalledByTheirName) {
  EXPECT_EQ("Suite.Name", enabledName("Suite.DISABLED_Name"));
  EXPECT_EQ("Suite.Name", enabledName("Suite.Name"));
}

TEST(SuiteRun, WhatARunPrintedTellsWhoEndedIt) {
  const std::vector<std::string> names = {"A.One", "A.Two", "A.DISABLED_Three", "A.Four"};
  const std::string output = "[ RUN      ] A.One\n[       OK ] A.One (0 ms)\n"
                             "[ RUN      ] A.Two\n/t/a_test.cpp:3: Failure\nbecause\n\n"
                             "[  FAILED  ] A.Two (0 ms)\n"
                             "[ RUN      ] A.DISABLED_Three\nhello\n[ RUN      ] A.Unknown\n";
  SuiteRun run;
  readPrinted(output, names, run);
  EXPECT_EQ((std::vector<std::string>{"A.One", "A.Two", "A.DISABLED_Three"}), run.begun);
  EXPECT_EQ("A.DISABLED_Three", run.endedBy);
  EXPECT_EQ((std::map<std::string, std::string>{{"A.Two", "\nbecause"}}), run.failed);
}

TEST(SuiteRun, NobodyEndedARunBetweenTests) {
  SuiteRun run;
  readPrinted("[ RUN      ] A.One\n[       OK ] A.One (0 ms)\n", {"A.One"}, run);
  EXPECT_EQ(1u, run.begun.size());
  EXPECT_EQ("", run.endedBy);
}

} // namespace
} // namespace validate
