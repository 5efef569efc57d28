#include "build/cached.h"

#include "support/file_system.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace build {
namespace {

namespace fs = std::filesystem;

class CachedTest : public testing::Test {
protected:
  CachedTest() {
    makeCompiler("");
    write("a.c", "#include \"a.h\"\nint f(int x) { return x + N; }\n");
    write("a.h", "#define N 1\n");
  }

  void write(const char *name, const std::string &text) {
    ASSERT_TRUE(support::writeFile(folder_.path() / name, text));
  }

  /// One that writes down when it compiles.
  void makeCompiler(const std::string &version) {
    write("clang", "#!/bin/sh\n" + version + "\ncase \"$*\" in *-c*) echo >> '" +
                       (folder_.path() / "log").string() + "';; esac\nexec clang-19 \"$@\"\n");
    fs::permissions(folder_.path() / "clang", fs::perms::owner_all);
  }

  std::size_t compilations() {
    const auto log = support::readFile(folder_.path() / "log");
    return log ? static_cast<std::size_t>(std::ranges::count(*log, '\n')) : 0;
  }

  /// Compiles; what was made.
  std::string compile(const std::vector<std::string> &flags = {}) {
    support::Command command{{(folder_.path() / "clang").string(), "-w"}, folder_.path()};
    command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
    command.arguments.insert(command.arguments.end(), {"-c", "a.c", "-o", output().string()});
    fs::remove(output());
    const auto result = compileCached(command, support::Cache(folder_.path() / "cache"));
    EXPECT_TRUE(result);
    EXPECT_TRUE(result->ok()) << result->errors;
    const auto made = support::readFile(output());
    EXPECT_TRUE(made);
    return made ? *made : "";
  }

  fs::path output() const { return folder_.path() / "a.o"; }

  support::TemporaryDirectory folder_;
};

TEST_F(CachedTest, CompilesTheSameOnce) {
  const std::string first = compile();
  EXPECT_EQ(1u, compilations());
  EXPECT_EQ(first, compile());
  EXPECT_EQ(1u, compilations());
}

TEST_F(CachedTest, CompilesAgainWhatDiffers) {
  const std::string first = compile();
  write("a.h", "#define N 2\n");
  EXPECT_NE(first, compile());
  EXPECT_EQ(2u, compilations()) << "a header changed";
  compile({"-O1"});
  EXPECT_EQ(3u, compilations()) << "a flag";
  fs::create_directories(folder_.path() / "front");
  write("front/b.h", "");
  write("a.c", "#include <b.h>\nint f(int x) { return x; }\n");
  write("back/b.h", "int g;\n");
  compile({"-Ifront", "-Iback"});
  EXPECT_EQ(4u, compilations());
  fs::remove(folder_.path() / "front" / "b.h");
  compile({"-Ifront", "-Iback"});
  EXPECT_EQ(5u, compilations()) << "which header is found";
  makeCompiler("# another version");
  compile({"-Ifront", "-Iback"});
  EXPECT_EQ(6u, compilations()) << "the compiler";
}

TEST_F(CachedTest, CommentsAndLinesCountWhereTheyShow) {
  compile({"-g"});
  write("a.c", "\n#include \"a.h\"\nint f(int x) { return x + N; }\n");
  compile({"-g"});
  EXPECT_EQ(2u, compilations());
}

TEST_F(CachedTest, WhatDependsOnTheClockIsNotKept) {
  write("a.c", "const char *f(void) { return __TIME__; }\n");
  compile();
  compile();
  EXPECT_EQ(2u, compilations());
}

TEST_F(CachedTest, ErrorsAreNotKept) {
  write("a.c", "int f(\n");
  support::Command command{{"clang-19", "-c", "a.c", "-o", output().string()}, folder_.path()};
  for (int i = 0; i < 2; ++i) {
    const auto result = compileCached(command, support::Cache(folder_.path() / "cache"));
    ASSERT_TRUE(result);
    EXPECT_FALSE(result->ok());
    EXPECT_NE(std::string::npos, result->errors.find("error"));
  }
}

TEST_F(CachedTest, DamagedEntriesAreIgnored) {
  const std::string first = compile();
  for (const auto &entry : fs::recursive_directory_iterator(folder_.path() / "cache"))
    if (entry.is_regular_file())
      fs::resize_file(entry.path(), entry.file_size() / 2);
  EXPECT_EQ(first, compile());
  EXPECT_EQ(2u, compilations());
}

TEST_F(CachedTest, OwnWorkIsDoneOnceWithItsAnswer) {
  const support::Cache cache(folder_.path() / "cache");
  int made = 0;
  const auto make = [&](const std::string &inputs) {
    const auto answer = makeCached(cache, inputs, output(), [&]() -> support::Result<std::string> {
      ++made;
      EXPECT_TRUE(support::writeFile(output(), "made of " + inputs));
      return "two\nlines " + inputs;
    });
    EXPECT_TRUE(answer);
    EXPECT_EQ("made of " + inputs, *support::readFile(output()));
    return *answer;
  };
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ("two\nlines 1", make("1"));
    EXPECT_EQ("two\nlines 2", make("2"));
  }
  EXPECT_EQ(2, made);
}

} // namespace
} // namespace build
