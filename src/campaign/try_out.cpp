#include "campaign/try_out.h"

#include "campaign/judge.h"

namespace campaign {

using execute::Find;
using model::TestCase;

namespace {

/// Of the time that a test may take: a slow test stays as it is.
constexpr std::uint32_t timeoutPart = 4;

support::Result<std::vector<Find>> runAll(execute::Executor &plain,
                                          std::span<const TestCase> candidates, bool withThrown) {
  if (!withThrown)
    return plain.explore(candidates, {.timeoutPart = timeoutPart, .reportsAll = true});
  auto runs = plain.run(candidates, {});
  if (!runs)
    return runs.error();
  std::vector<Find> finds;
  for (std::size_t i = 0; i < runs->size(); ++i)
    finds.push_back({i, std::move((*runs)[i])});
  return finds;
}

} // namespace

std::vector<Find> tryOut(execute::Executor &plain, std::span<const TestCase> candidates,
                         bool withThrown, std::size_t &costly) {
  if (costly >= mostCostlyCandidates)
    return {};
  auto finds = runAll(plain, candidates, withThrown);
  if (!finds)
    return {};
  for (const Find &find : *finds)
    costly += isCostly(find.execution.outcome) ? 1 : 0;
  return std::move(*finds);
}

} // namespace campaign
