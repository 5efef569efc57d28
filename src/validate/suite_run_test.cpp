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

} // namespace
} // namespace validate
