#include "support/process.h"

#include <gtest/gtest.h>

namespace support {
namespace {

TEST(Process, CapturesBothStreamsAndTheCode) {
  const auto result = runCommand({{"sh", "-c", "echo out; echo err >&2; exit 7"}, {}});
  ASSERT_TRUE(result);
  EXPECT_EQ(7, result->exitCode);
  EXPECT_EQ("out\n", result->output);
  EXPECT_EQ("err\n", result->errors);
}

TEST(Process, SignalIs128Plus) {
  EXPECT_EQ(128 + 9, runCommand({{"sh", "-c", "kill -9 $$"}, {}})->exitCode);
}

TEST(Process, RunsInTheGivenFolder) { EXPECT_EQ("/\n", runCommand({{"pwd"}, "/"})->output); }

TEST(Process, MissingProgramIsAnError) {
  const auto result = runCommand({{"no-such-program-here"}, {}});
  ASSERT_FALSE(result);
  EXPECT_EQ("no-such-program-here: No such file or directory", result.error().message);
}

} // namespace
} // namespace support
