#pragma once

#include "instrument/testing/symbolic_run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace instrument::testing {

using Bytes = std::vector<std::uint8_t>;

/// Runs a subject and checks that every recorded value is what its term says.
inline Recording record(const SymbolicProgram &program, const Bytes &bytes) {
  Recording recording = program.run(bytes);
  std::string first;
  EXPECT_EQ(0u, recording.mismatches(asInputs(bytes), first)) << first;
  EXPECT_EQ(PINCER_SEGMENT_MAGIC, recording.header.magic);
  return recording;
}

/// The number of events that were foretold.
inline std::size_t expectForetold(const Recording &first, const Recording &second,
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

} // namespace instrument::testing
