#pragma once

#include "execute/executor.h"

#include <cstddef>
#include <span>
#include <vector>

namespace campaign {

/// Where candidates hang, nobody can wait for dozens of them: after so many, none is run any more.
constexpr std::size_t mostCostlyCandidates = 2;

/// What candidates for a simpler test do, in the cheapest way: many in one process where that can
/// be. Good for choosing; what is chosen has to be judged. Runs without a word on what was thrown,
/// unless `withThrown`. Empty if something fails, or once `costly`, which counts those that hang,
/// is used up.
std::vector<execute::Find> tryOut(execute::Executor &plain,
                                  std::span<const model::TestCase> candidates, bool withThrown,
                                  std::size_t &costly);

} // namespace campaign
