#include "support/process.h"

#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <unistd.h>

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
  ::setenv("PATH", "/usr/bin:/bin", 1); // a folder that may not be read would be another error
  const auto result = runCommand({{"no-such-program-here"}, {}});
  ASSERT_FALSE(result);
  EXPECT_EQ("no-such-program-here: No such file or directory", result.error().message);
}

TEST(Process, IsKilledWithAllThatItStarted) {
  const auto never = [] { return false; };
  auto started = BackgroundCommand::start({{"sh", "-c", "sleep 1000 & echo $!; wait"}, {}});
  ASSERT_TRUE(started);
  int looks = 0;
  EXPECT_FALSE(started->waitUnless([&] { return ++looks > 4; }));
  EXPECT_EQ(5, looks);
  auto quick = BackgroundCommand::start({{"true"}, {}});
  ASSERT_TRUE(quick);
  const auto result = quick->waitUnless(never);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->ok());
}

TEST(Task, GivesAResultAnErrorOrNothing) {
  const auto never = [] { return false; };
  const auto outcome = [&](const std::function<Result<std::string>()> &work) {
    auto task = BackgroundTask::start(work);
    EXPECT_TRUE(task);
    const auto result = task->waitUnless(never);
    EXPECT_TRUE(result);
    return *result ? **result : "error: " + result->error().message;
  };
  EXPECT_EQ("done", outcome([] { return std::string("done"); }));
  EXPECT_EQ("error: no", outcome([] { return Error{"no"}; }));
  EXPECT_EQ("error: it ended by signal 9", outcome([]() -> Result<std::string> {
              ::raise(SIGKILL);
              return std::string();
            }));
  auto endless = BackgroundTask::start([]() -> Result<std::string> {
    for (;;)
      ::pause();
  });
  ASSERT_TRUE(endless);
  EXPECT_FALSE(endless->waitUnless([] { return true; }));
  EXPECT_FALSE(endless->hasEnded());
  auto brief = BackgroundTask::start([] { return std::string("done"); });
  ASSERT_TRUE(brief);
  while (!brief->hasEnded())
    ::usleep(1000);
  EXPECT_EQ("done", **brief->waitUnless(never));
}

// As a task whose pieces call compilers that call linkers.
TEST(Task, WhatItStartedEndsWithIt) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / ("task_test" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  {
    auto task = BackgroundTask::start([&]() -> Result<std::string> {
      const auto ran = doBeside(1, 1, [&](std::size_t) -> Result<std::string> {
        const auto compiled = runCommand(
            {.arguments = {"sh", "-c", "sh -c 'touch started; sleep 1; touch late; :' & wait"},
             .directory = folder});
        return compiled ? compiled->errors : compiled.error().message;
      });
      return ran ? ran->front() : ran.error().message;
    });
    ASSERT_TRUE(task);
    while (!std::filesystem::exists(folder / "started"))
      ::usleep(1000);
  }
  ::sleep(2);
  EXPECT_FALSE(std::filesystem::exists(folder / "late"));
  std::filesystem::remove_all(folder);
}

TEST(Task, PiecesOfWorkAreDoneBesideEachOther) {
  const auto results = doBeside(5, 2, [](std::size_t piece) -> Result<std::string> {
    ::usleep(static_cast<unsigned>(5 - piece) * 10000); // the first ones end last
    return std::to_string(piece * piece);
  });
  ASSERT_TRUE(results);
  EXPECT_EQ((std::vector<std::string>{"0", "1", "4", "9", "16"}), *results);
  EXPECT_TRUE(doBeside(0, 2, {})->empty());
}

TEST(Task, TheFirstPieceThatFailsEndsTheOthers) {
  const auto results = doBeside(100, 2, [](std::size_t piece) -> Result<std::string> {
    if (piece == 1)
      return Error{"no"};
    for (;;)
      ::pause();
  });
  ASSERT_FALSE(results);
  EXPECT_EQ("no", results.error().message);
  const auto endless = [](std::size_t) -> Result<std::string> {
    for (;;)
      ::pause();
  };
  EXPECT_FALSE(doBeside(3, 2, endless, [] { return true; }));
}

} // namespace
} // namespace support
