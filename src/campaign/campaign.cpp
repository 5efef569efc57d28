#include "campaign/campaign.h"

#include "campaign/conclude.h"
#include "campaign/minimise.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace campaign {

using namespace model;
using support::Result;

namespace {

constexpr std::size_t minimiseCalls = 400;

/// A simpler input with the same effect: it ends the same way and still takes what this test is
/// there for. The sanitizers have the last word: simplicity is not worth undefined behaviour, nor
/// may a finding turn into another one.
Result<KeptTest> simplify(const Subject &subject, execute::Executor &plain, Judge &judge,
                          const KeptTest &kept) {
  const auto keepsEffect = [&](std::span<const TestCase> candidates) {
    std::vector<bool> holds(candidates.size(), false);
    const auto runs = plain.run(candidates, {});
    for (std::size_t i = 0; runs && i < runs->size(); ++i) {
      const std::vector<SiteId> sites = judge.sitesOf((*runs)[i].covered);
      holds[i] =
          (*runs)[i].outcome == kept.outcome &&
          std::includes(sites.begin(), sites.end(), kept.purpose.begin(), kept.purpose.end());
    }
    return holds;
  };
  const TestCase simple = minimise(subject, kept.test, keepsEffect, minimiseCalls);
  if (simple == kept.test)
    return kept;
  auto judged = judge.judge(simple);
  if (!judged)
    return judged.error();
  const auto kindOf = [](const KeptTest &test) { return test.verdict ? test.verdict->kind : ""; };
  if (!*judged || (*judged)->outcome != kept.outcome || kindOf(**judged) != kindOf(kept) ||
      !std::includes((*judged)->covers.begin(), (*judged)->covers.end(), kept.purpose.begin(),
                     kept.purpose.end()))
    return kept;
  return std::move(**judged);
}

/// Time-outs are costly to run again and again, and their inputs say little.
bool isWorthSimplifying(const KeptTest &test) {
  return !std::holds_alternative<TimedOut>(test.outcome) &&
         !std::holds_alternative<OutOfMemory>(test.outcome) &&
         !std::holds_alternative<TooMuchOutput>(test.outcome);
}

void dropRepeats(std::vector<KeptTest> &tests) {
  std::set<std::string> ids;
  std::erase_if(tests, [&](const KeptTest &test) { return !ids.insert(test.id).second; });
}

} // namespace

Result<CampaignResult> runCampaign(const Subject &subject, const BranchMap &branches,
                                   execute::Executor &plain, SanitizedExecutor sanitized,
                                   const CampaignSettings &settings,
                                   const std::vector<TestCase> &seeds, const SearchHooks &hooks) {
  const auto start = std::chrono::steady_clock::now();
  Judge judge(subject, branches, plain, std::move(sanitized));
  auto found =
      search(subject, branches, plain, judge, settings.seed, settings.budget, seeds, hooks);
  if (!found)
    return found.error();

  Suite suite;
  suite.subject = &subject;
  suite.branches = &branches;
  suite.seed = settings.seed;
  suite.strategy = "random";
  suite.interrupted = found->interrupted;
  suite.tests = select(std::move(found->tests));
  for (KeptTest &test : suite.tests) {
    if (hooks.interrupted())
      break;
    if (!isWorthSimplifying(test))
      continue;
    auto simpler = simplify(subject, plain, judge, test);
    if (!simpler)
      return simpler.error();
    test = std::move(*simpler);
    if (auto status = hooks.found(test.id, test.test); !status)
      return status.error();
  }
  dropRepeats(suite.tests);
  // Simplified inputs cover less beside their purpose, or more; either may make another test
  // superfluous.
  suite.tests = select(std::move(suite.tests));
  conclude(suite, found->executionsOf);
  suite.elapsedSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  suite.statistics = {{"executions", static_cast<double>(found->executions)},
                      {"unstable candidates", static_cast<double>(found->unstable)}};
  return CampaignResult{std::move(suite), std::move(found->executionsOf)};
}

} // namespace campaign
