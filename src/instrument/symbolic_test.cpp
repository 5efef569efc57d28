#include "instrument/symbolic.h"

#include "instrument/symbolic_run.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace instrument {
namespace {

using testing::asInputs;
using testing::Recording;
using testing::SymbolicProgram;
using Bytes = std::vector<std::uint8_t>;

/// Runs a subject and checks that every recorded value is what its term says.
Recording record(const SymbolicProgram &program, const Bytes &bytes) {
  Recording recording = program.run(bytes);
  std::string first;
  EXPECT_EQ(0u, recording.mismatches(asInputs(bytes), first)) << first;
  EXPECT_EQ(PINCER_SEGMENT_MAGIC, recording.header.magic);
  return recording;
}

TEST(Symbolic, BranchesOnArithmeticAreRecorded) {
  const SymbolicProgram program("#include <stdio.h>\n"
                                "int add(int a, int b) { return a * 3 + b; }\n"
                                "void subject(unsigned char *b, int n) { int x = add(b[0], b[1]); "
                                "if (x > 100) puts(\"large\"); "
                                "else puts(\"small\"); }");
  const Recording small = record(program, {10, 20});
  EXPECT_EQ("small\n", small.output);
  const auto branches = small.eventsOf(PINCER_EVENT_BRANCH);
  ASSERT_EQ(1u, branches.size());
  EXPECT_EQ(0u, branches[0].value);
  EXPECT_EQ(1u, small.evaluate(branches[0].term, {40, 0}));
  EXPECT_EQ(0u, small.evaluate(branches[0].term, {30, 10}));
  const Recording large = record(program, {40, 0});
  EXPECT_EQ("large\n", large.output);
  EXPECT_EQ(1u, large.eventsOf(PINCER_EVENT_BRANCH)[0].value);
}

} // namespace
} // namespace instrument
