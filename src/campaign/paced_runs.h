#pragma once

#include "execute/executor.h"

#include <cstdint>
#include <span>
#include <vector>

namespace campaign {

/// A test that ends within a part of its time is quick. Its other runs, in other builds and with
/// other bytes in fresh memory, get several times as much, and not all: where they hang instead,
/// nobody waits longer than that.
constexpr std::uint32_t quickPart = 8, furtherPart = 2;

/// The runs of tests each of which gets a part of its time (execute::RunOptions::timeoutPart).
support::Result<std::vector<model::Execution>> runPaced(execute::Executor &executor,
                                                        std::span<const model::TestCase> tests,
                                                        execute::RunOptions options,
                                                        std::span<const std::uint32_t> parts);

} // namespace campaign
