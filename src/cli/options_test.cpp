#include "cli/options.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

std::variant<Options, Leave> read(std::vector<std::string> words) {
  words.insert(words.begin(), "pincer");
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  return readCommandLine(static_cast<int>(argv.size()), argv.data());
}

TestOptions readTest(std::vector<std::string> words) {
  words.insert(words.begin(), "test");
  return std::get<TestOptions>(std::get<Options>(read(words)).command);
}

int exitCodeOf(const std::vector<std::string> &words) {
  return std::get<Leave>(read(words)).exitCode;
}

TEST(Options, DurationsInAllUnits) {
  EXPECT_EQ(90, readDuration("90"));
  EXPECT_EQ(90, readDuration("90s"));
  EXPECT_EQ(0.5, readDuration("500ms"));
  EXPECT_EQ(120, readDuration("2m"));
  EXPECT_EQ(3600, readDuration("1h"));
  EXPECT_FALSE(readDuration("-1s"));
  EXPECT_FALSE(readDuration("soon"));
  EXPECT_FALSE(readDuration("5 parsecs"));
}

TEST(Options, SizesInAllUnits) {
  EXPECT_EQ(512u << 20, readSize("512m"));
  EXPECT_EQ(4ull << 30, readSize("4G"));
  EXPECT_EQ(4096u, readSize("4096"));
  EXPECT_FALSE(readSize("4x"));
}

TEST(Options, FlagsAfterDashesAreTheCompilers) {
  const TestOptions options = readTest({"a.c", "b.c", "--", "-Iinclude", "-o", "x"});
  EXPECT_EQ((std::vector<std::filesystem::path>{"a.c", "b.c"}), options.sources);
  EXPECT_EQ((std::vector<std::string>{"-Iinclude", "-o", "x"}), options.flags);
}

TEST(Options, EachEntryIsOneFunction) {
  const TestOptions options = readTest({"--entry", "f", "a.c", "--entry", "g"});
  EXPECT_EQ((std::vector<std::string>{"f", "g"}), options.entries);
  EXPECT_EQ((std::vector<std::filesystem::path>{"a.c"}), options.sources);
}

TEST(Options, StepsAloneMeanNoLimitInTime) {
  EXPECT_EQ(60, readTest({"a.c"}).seconds);
  EXPECT_FALSE(readTest({"a.c", "--steps", "10"}).seconds);
  EXPECT_EQ(5, readTest({"a.c", "--steps", "10", "--time", "5s"}).seconds);
}

TEST(Options, WrongUsageIsCodeTwo) {
  EXPECT_EQ(2, exitCodeOf({}));
  EXPECT_EQ(2, exitCodeOf({"test"}));
  EXPECT_EQ(2, exitCodeOf({"frobnicate"}));
  EXPECT_EQ(2, exitCodeOf({"test", "a.c", "--no-such-option"}));
  EXPECT_EQ(2, exitCodeOf({"test", "a.c", "--time", "soon"}));
  EXPECT_EQ(2, exitCodeOf({"test", "a.c", "--strategy", "magic"}));
  EXPECT_EQ(2, exitCodeOf({"test", "a.c", "--searched-inputs", "0"}));
  EXPECT_EQ(2, exitCodeOf({"test", "a.c", "--enough", "101"}));
  EXPECT_EQ(2, exitCodeOf({"test", "a.c", "--fail-under", "101"}));
}

TEST(Options, HelpAndVersionAreCodeZero) {
  EXPECT_EQ(0, exitCodeOf({"--help"}));
  EXPECT_EQ(0, exitCodeOf({"--version"}));
  EXPECT_EQ(0, exitCodeOf({"test", "--help"}));
}

} // namespace
} // namespace cli
