#include "instrument/symbolic.h"

#include "instrument/random_arithmetic.h"
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

/// The second, simpler checker: in random programs every term has the value that the program
/// computed, and evaluated on other bytes it says how the run on those bytes goes, up to where the
/// two part.
class RandomArithmetic : public ::testing::TestWithParam<int> {};

/// The number of events that were foretold.
std::size_t expectForetold(const Recording &first, const Recording &second,
                           const Bytes &secondBytes) {
  const std::vector<std::uint64_t> values = first.evaluateAll(asInputs(secondBytes));
  for (std::size_t i = 0; i < first.events.size(); ++i) {
    const PincerEvent &event = first.events[i];
    const auto foretold = fmt::format("event {}: {} at {} is {}: {}", i, event.kind, event.place,
                                      values[event.term - 1], first.text(event.term));
    if (i >= second.events.size()) {
      ADD_FAILURE() << "is missing: " << foretold;
      return i;
    }
    EXPECT_EQ(event.kind, second.events[i].kind) << foretold;
    EXPECT_EQ(event.place, second.events[i].place) << foretold;
    EXPECT_EQ(values[event.term - 1], second.events[i].value) << foretold;
    if (event.value != second.events[i].value || ::testing::Test::HasFailure())
      return i + 1;
  }
  EXPECT_EQ(first.events.size(), second.events.size())
      << "something depended on the inputs and was not recorded";
  return first.events.size();
}

TEST_P(RandomArithmetic, TermsAreWhatTheProgramComputes) {
  support::Rng rng(static_cast<std::uint64_t>(GetParam()));
  const std::string text = testing::randomArithmetic(rng);
  const SymbolicProgram program(text);
  Bytes bytes(16);
  std::vector<Recording> recordings;
  std::vector<Bytes> inputs;
  for (int round = 0; round < 10; ++round) {
    for (std::uint8_t &byte : bytes)
      if (round == 0 || rng.oneIn(8))
        byte = static_cast<std::uint8_t>(rng.oneIn(3) ? rng.below(4) : rng.below(256));
    inputs.push_back(bytes);
    recordings.push_back(record(program, bytes));
    EXPECT_EQ(0, recordings.back().exitCode);
    EXPECT_EQ(0u, recordings.back().header.lost[PINCER_LOST_STALE]);
  }
  EXPECT_LT(10u, recordings[0].terms.size());
  std::size_t foretold = 0;
  for (std::size_t i = 1; i < recordings.size(); ++i)
    foretold += expectForetold(recordings[i - 1], recordings[i], inputs[i]);
  EXPECT_LT(0u, foretold);
  RecordProperty("foretold", static_cast<int>(foretold));
  if (HasFailure())
    std::cerr << text;
  if (getenv("PINCER_TEST_VERBOSE"))
    fmt::print("{} terms, {} events, {} foretold, lost {}\n", recordings[0].terms.size(),
               recordings[0].events.size(), foretold, fmt::join(recordings[0].header.lost, " "));
}
INSTANTIATE_TEST_SUITE_P(
    Seeds, RandomArithmetic,
    ::testing::Range(1, 1 + (getenv("PINCER_TEST_SEEDS") ? atoi(getenv("PINCER_TEST_SEEDS")) : 8)));

} // namespace
} // namespace instrument
