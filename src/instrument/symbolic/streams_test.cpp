#include "instrument/testing/symbolic_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Our stdio and our functions on descriptors (src/library), on a file whose bytes are the run's
// inputs, and whose length is one more.

namespace instrument {
namespace {

using testing::asInputs;
using testing::Recording;
using testing::SymbolicProgram;
using Bytes = std::vector<std::uint8_t>;

constexpr const char *standardInput = R"(
#include "abi/streams.h"
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
void pincerTraceInput(uint32_t number, void *object, uint64_t offsetBits, uint32_t width);
static PincerBytes contents;
PincerStream pincer_streams[] = {{0, &contents, 0, 0}};
const uint32_t pincer_stream_count = 1;
void nameInputs(unsigned char *bytes, int count) {
  contents.bytes = bytes;
  contents.length = (uint64_t)count;
  for (int i = 0; i < count; i++)
    pincerTraceInput((unsigned)i, bytes + i, 0, 8);
  pincerTraceInput((unsigned)count, &contents.length, 0, 64);
  int file = memfd_create("stdin", 0);
  struct stat status;
  if (write(file, bytes, count) != count || lseek(file, 0, SEEK_SET) != 0 || fstat(file, &status))
    _exit(77);
  dup2(file, 0);
  pincer_streams[0].device = status.st_dev;
  pincer_streams[0].inode = status.st_ino;
}
)";

std::vector<std::uint64_t> inputsOf(const std::string &text, std::uint64_t length) {
  std::vector<std::uint64_t> inputs;
  for (const char c : text)
    inputs.push_back(static_cast<unsigned char>(c));
  inputs.push_back(length);
  return inputs;
}

Recording record(const std::string &body, const std::string &text) {
  const SymbolicProgram program(
      "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n"
      "#include <sys/mman.h>\n#include <sys/stat.h>\n#include <unistd.h>\n"
      "int out; void subject(unsigned char *b, int n) {" +
          body + "}",
      standardInput);
  Recording recording = program.run(Bytes(text.begin(), text.end()));
  EXPECT_EQ(0, recording.exitCode);
  std::string first;
  EXPECT_EQ(0u, recording.mismatches(inputsOf(text, text.size()), first)) << first;
  return recording;
}

/// The last marked branch, under another file.
std::uint64_t lastBranch(const Recording &recording, const std::string &text,
                         std::uint64_t length) {
  const auto branches = recording.eventsOf(PINCER_EVENT_BRANCH);
  if (branches.empty())
    throw std::runtime_error("no branch was recorded");
  return recording.evaluate(branches.back().term, inputsOf(text, length));
}

/// Whether some condition of a library function would turn out otherwise.
bool somethingChanges(const Recording &recording, const std::string &text, std::uint64_t length) {
  for (const PincerEvent &event : recording.eventsOf(PINCER_EVENT_CONDITION))
    if (recording.evaluate(event.term, inputsOf(text, length)) != event.value)
      return true;
  return false;
}

TEST(Streams, CharactersCarryTerms) {
  const Recording recording =
      record("int a = getchar(), c = getc(stdin); ungetc(c, stdin); c = fgetc(stdin);"
             "if (a == c + 1) out = 1;",
             "xy");
  EXPECT_EQ(1u, lastBranch(recording, "ba", 2));
  EXPECT_EQ(0u, lastBranch(recording, "bb", 2));
}

TEST(Streams, WhatIsPushedBackIsReadAgain) {
  const Recording recording = record(
      "int a = getchar(); getchar(); ungetc(a + 1, stdin); if (getchar() == 'y') out = 1;", "xy");
  EXPECT_EQ(1u, lastBranch(recording, "xz", 2));
  EXPECT_EQ(0u, lastBranch(recording, "yy", 2));
}

TEST(Streams, TheEndIsAConditionOnTheLength) {
  const Recording recording = record("while (getchar() != EOF) ++out;", "abc");
  EXPECT_TRUE(somethingChanges(recording, "abc", 2));
  EXPECT_TRUE(somethingChanges(recording, "abc", 4));
  EXPECT_FALSE(somethingChanges(recording, "xyz", 3));
}

TEST(Streams, DescriptorsGiveAsMuchAsThereIs) {
  const Recording recording = record("char to[10]; long got = read(0, to, 10);"
                                     "if (got * 100 + to[1] == 555) out = 1;",
                                     "abc");
  EXPECT_EQ(1u, lastBranch(recording, std::string("x7c"), 5));
  EXPECT_EQ(0u, lastBranch(recording, std::string("x7c"), 4));
}

TEST(Streams, Lines) {
  const Recording recording = record("char line[20]; fgets(line, 20, stdin); char *more = 0;"
                                     "size_t room = 0; getline(&more, &room, stdin);"
                                     "if (line[1] + more[0] == 200) out = 1;",
                                     "ab\ncd");
  EXPECT_EQ(1u, lastBranch(recording, std::string("a\x64\ndd"), 5));
  EXPECT_TRUE(somethingChanges(recording, "a\n\ncd", 5)) << "the line would end earlier";
  EXPECT_TRUE(somethingChanges(recording, "abxcd", 5)) << "the line would go on";
  EXPECT_TRUE(somethingChanges(recording, "ab\ncd", 9)) << "the second line would go on";
  EXPECT_FALSE(somethingChanges(recording, "xy\nzz", 5));
}

TEST(Streams, NumbersAreScanned) {
  const Recording recording = record(
      "int a = 0, c = 0; if (scanf(\"%d %x\", &a, &c) == 2) if (a + c == 99) out = 1;", "12 1f");
  EXPECT_EQ(1u, lastBranch(recording, "71 1c", 5));
  EXPECT_EQ(0u, lastBranch(recording, "71 1d", 5));
}

TEST(Streams, BlocksAndSizes) {
  const Recording recording =
      record("fseek(stdin, 0, SEEK_END); long size = ftell(stdin); rewind(stdin);"
             "char *all = malloc(size + 1); size_t got = fread(all, 1, size, stdin);"
             "struct stat status; fstat(0, &status);"
             "if (size + status.st_size + all[0] == 120) out = 1;",
             "hello");
  EXPECT_EQ(1u, lastBranch(recording, "dello", 10));
  EXPECT_EQ(0u, lastBranch(recording, "dello", 5));
}

TEST(Streams, Mappings) {
  const Recording recording = record(
      "char *all = mmap(0, 5, PROT_READ, MAP_PRIVATE, 0, 0); if (all[4] == 'x') out = 1;", "hello");
  EXPECT_EQ(1u, lastBranch(recording, "hellx", 5));
}

TEST(Streams, ADescriptorOfItsOwnIsNoInput) {
  const Recording recording =
      record("int f = memfd_create(\"own\", 0); write(f, \"hello\", 5); lseek(f, 0, SEEK_SET);"
             "char to[5] = {0}; read(0, to, 5); read(f, to, 5); if (to[0] == 'h') out = 1;",
             "hello");
  EXPECT_TRUE(recording.eventsOf(PINCER_EVENT_BRANCH).empty());
}

} // namespace
} // namespace instrument
