#include "instrument/testing/symbolic_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace instrument {
namespace {

using testing::asInputs;
using testing::Recording;
using testing::SymbolicProgram;
using Bytes = std::vector<std::uint8_t>;

Recording record(const SymbolicProgram &program, const Bytes &bytes) {
  Recording recording = program.run(bytes);
  std::string first;
  EXPECT_EQ(0u, recording.mismatches(asInputs(bytes), first)) << first;
  EXPECT_EQ(PINCER_SEGMENT_MAGIC, recording.header.magic);
  return recording;
}

/// The one branch of a run, under other inputs.
std::uint64_t branchUnder(const Recording &recording, const Bytes &other) {
  const auto branches = recording.eventsOf(PINCER_EVENT_BRANCH);
  if (branches.empty())
    throw std::runtime_error("no branch was recorded");
  return recording.evaluate(branches.back().term, asInputs(other));
}

TEST(Variadic, ArgumentsInRegistersAndOnTheStack) {
  const SymbolicProgram program(
      "#include <stdarg.h>\n"
      "volatile int noise;\n"
      "int printf(const char *, ...);\n"
      "__attribute__((noinline)) int other(int n, ...) { return n; }\n"
      "__attribute__((noinline)) int last(int count, ...) { int x = 0; va_list list;\n"
      "  noise = other(2, 7, 8); va_start(list, count);\n"
      "  while (count--) x = va_arg(list, int); va_end(list); return x; }\n"
      "int out; void subject(unsigned char *b, int n) {\n"
      "  int first = last(1, b[0]), ninth = last(9, 1, 2, 3, 4, 5, 6, 7, 8, b[1] * 3);\n"
      "  printf(\"%d %d\\n\", first, ninth); if (first + ninth == 100) out = 1; }");
  const Recording recording = record(program, {5, 6});
  EXPECT_EQ("5 18\n", recording.output);
  EXPECT_EQ(1u, branchUnder(recording, {40, 20}));
  EXPECT_EQ(0u, branchUnder(recording, {40, 21}));
}

TEST(Variadic, ListsAreHandedOnAndCopied) {
  const SymbolicProgram program(
      "#include <stdarg.h>\n"
      "__attribute__((noinline)) long sum(int count, va_list list) { long s = 0;\n"
      "  while (count--) s += va_arg(list, long); return s; }\n"
      "__attribute__((noinline)) long twice(char kind, int count, ...) { va_list one, two;\n"
      "  va_start(one, count); va_copy(two, one); long s = sum(count, one) * 10 + sum(count, "
      "two);\n"
      "  va_end(one); va_end(two); return s + kind; }\n"
      "int out; void subject(unsigned char *b, int n) {\n"
      "  if (twice(0, 7, (long)b[0], 1l, 1l, 1l, 1l, 1l, (long)b[1]) == 1155) out = 1; }");
  const Recording recording = record(program, {5, 6});
  EXPECT_EQ(1u, branchUnder(recording, {80, 20}));
  EXPECT_EQ(0u, branchUnder(recording, {80, 21}));
}

TEST(Variadic, ObjectsAsCopies) {
  const SymbolicProgram program(
      "#include <stdarg.h>\n"
      "struct Pair { int a, b; }; struct Large { long filler[3]; int value; };\n"
      "__attribute__((noinline)) int pick(struct Large named, int count, ...) { va_list list;\n"
      "  va_start(list, count); struct Pair pair = va_arg(list, struct Pair);\n"
      "  struct Large large = va_arg(list, struct Large); char *text = va_arg(list, char *);\n"
      "  va_end(list); return pair.b + large.value * 2 + *text + named.value; }\n"
      "int out; void subject(unsigned char *b, int n) { struct Pair pair = {1, b[0]};\n"
      "  struct Large large = {{0}, b[1]}, named = {{0}, 0};\n"
      "  if (pick(named, 3, pair, large, (char *)b + 2) == 300) out = 1; }");
  const Recording recording = record(program, {5, 6, 7});
  EXPECT_EQ(1u, branchUnder(recording, {180, 20, 80}));
  EXPECT_EQ(0u, branchUnder(recording, {180, 21, 80}));
}

/// Where the caller is none of ours, nothing that is left over is taken for an argument's term.
TEST(Variadic, NativeCallersPassNothing) {
  const SymbolicProgram program(
      "#include <stdarg.h>\n"
      "int native(int (*callback)(int, ...));\n"
      "__attribute__((noinline)) int total(int count, ...) { int s = 0; va_list list;\n"
      "  va_start(list, count); while (count--) s += va_arg(list, int); va_end(list); return s; }\n"
      "int out; void subject(unsigned char *b, int n) {\n"
      "  if (total(8, b[0], b[0], b[0], b[0], b[0], b[0], b[0], b[0]) == 16) out = 1;\n"
      "  if (native(total) == 16) out = 2; }",
      "int native(int (*callback)(int, ...)) { return callback(8, 2, 2, 2, 2, 2, 2, 2, 2); }");
  const Recording recording = record(program, {2});
  EXPECT_EQ(1u, recording.eventsOf(PINCER_EVENT_BRANCH).size());
}

} // namespace
} // namespace instrument
