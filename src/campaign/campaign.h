#pragma once

#include "campaign/judge.h"
#include "campaign/search.h"
#include "execute/executor.h"
#include "model/suite.h"
#include "support/result.h"

#include <cstdint>
#include <vector>

namespace campaign {

/// A budget in seconds is for the search; with simpler inputs it may take so many times that.
inline constexpr double shareWithSimplifying = 1.25;

struct CampaignResult {
  model::Suite suite;
  std::vector<std::uint64_t> runsOf; // executions, by FunctionId
  std::vector<std::string> notes;    // for the user
  std::size_t unjudged = 0;          // finds that there was no time to judge
};

/// The whole job on a built subject: search, choose the fewest tests, simplify their inputs, judge
/// them once more, conclude. An interrupted search still ends in a suite, with inputs as they were
/// found.
support::Result<CampaignResult> runCampaign(const model::Subject &subject,
                                            const model::BranchMap &branches,
                                            execute::Executor &plain, SanitizedExecutor sanitized,
                                            const SearchSettings &settings,
                                            const std::vector<model::TestCase> &seeds,
                                            const SearchHooks &hooks, support::Deadline &deadline);

} // namespace campaign
