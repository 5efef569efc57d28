#include "campaign/judge.h"

#include "campaign/journal.h"
#include "campaign/sanitizer_report.h"

#include <algorithm>
#include <iterator>

namespace campaign {

using namespace model;
using execute::RunOptions;
using support::Result;

bool saysNothing(const Outcome &outcome, EarlyEnds earlyEnds) {
  return earlyEnds == EarlyEnds::SayNothing &&
         (std::holds_alternative<Rejected>(outcome) || std::holds_alternative<Starved>(outcome));
}

bool isCostly(const Outcome &outcome) {
  return std::holds_alternative<TimedOut>(outcome) ||
         std::holds_alternative<OutOfMemory>(outcome) ||
         std::holds_alternative<TooMuchOutput>(outcome);
}

Judge::Judge(const Subject &subject, const BranchMap &branches, execute::Executor &plain,
             SanitizedExecutor sanitized, EarlyEnds earlyEnds)
    : subject_(subject), branches_(branches), plain_(plain), sanitized_(std::move(sanitized)),
      earlyEnds_(earlyEnds) {}

std::vector<SiteId> Judge::sitesOf(const std::vector<BranchId> &covered) const {
  std::vector<SiteId> sites;
  for (const BranchId branch : covered)
    if (const SiteId site = branches_[branch].site; site && !branches_[site].constant)
      sites.push_back(site);
  std::sort(sites.begin(), sites.end());
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  return sites;
}

Result<std::optional<SanitizerVerdict>> Judge::sanitize(const TestCase &test) {
  auto executor = sanitized_();
  if (!executor)
    return executor.error();
  auto runs = (*executor)->run({&test, 1}, RunOptions{.diagnostics = true});
  if (!runs)
    return runs.error();
  return readSanitizerReport(runs->front().diagnostics, subject_);
}

Result<std::optional<KeptTest>> Judge::judge(const TestCase &test) {
  // Fresh heap memory holds different bytes in the two runs, and the date differs: a test that
  // depends on either shows itself.
  auto first = plain_.run({&test, 1}, RunOptions{.observe = true, .heapFill = 0x00});
  if (!first)
    return first.error();
  Execution &run = first->front();
  if (saysNothing(run.outcome, earlyEnds_))
    return std::optional<KeptTest>();
  // A run that was stopped at a limit shows nothing that could differ, and costs most.
  auto second = isCostly(run.outcome)
                    ? first
                    : plain_.run({&test, 1}, RunOptions{.observe = true, .heapFill = 0xa5});
  if (!second)
    return second.error();
  const Execution &again = second->front();
  if (run.outcome != again.outcome)
    return std::optional<KeptTest>();

  auto verdict = sanitize(test);
  if (!verdict)
    return verdict.error();
  KeptTest kept;
  kept.id = testId(subject_, test);
  kept.test = test;
  kept.outcome = run.outcome;
  kept.asked = std::move(run.asked);
  if (run.covered == again.covered && run.observation == again.observation)
    kept.observation = std::move(run.observation);
  if (run.output == again.output)
    kept.output = std::move(run.output);
  std::set_intersection(run.covered.begin(), run.covered.end(), again.covered.begin(),
                        again.covered.end(), std::back_inserter(kept.branches));
  kept.covers = sitesOf(kept.branches);
  kept.verdict = std::move(*verdict);
  kept.needsUb = kept.verdict && isOrderly(run.outcome);
  return std::optional<KeptTest>(std::move(kept));
}

} // namespace campaign
