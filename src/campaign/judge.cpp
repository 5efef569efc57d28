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

void Judge::noteUnsteady(const std::vector<BranchId> &one, const std::vector<BranchId> &other) {
  std::vector<BranchId> differing;
  std::set_symmetric_difference(one.begin(), one.end(), other.begin(), other.end(),
                                std::back_inserter(differing));
  const std::vector<SiteId> sites = sitesOf(differing);
  unsteady_.insert(sites.begin(), sites.end());
}

/// Threads that race may do so alike by chance, and mostly do.
unsigned Judge::repetitions(const TestCase &test) const {
  constexpr unsigned usually = 1, withThreads = 11;
  return subject_[test.function].startsThreads ? withThreads : usually;
}

Result<std::optional<KeptTest>> Judge::judge(const TestCase &test) {
  // Fresh heap memory holds different bytes in the two runs, the date differs, and objects lie in
  // the other order: a test that depends on any of them shows itself. Where nothing but the way
  // taken depends on the order, what was seen stays true.
  auto first = plain_.run({&test, 1}, RunOptions{.observe = true, .heapFill = 0x00});
  if (!first)
    return first.error();
  Execution &run = first->front();
  if (saysNothing(run.outcome, earlyEnds_))
    return std::optional<KeptTest>();
  // A run that was stopped at a limit shows nothing that could differ, and costs most.
  const unsigned more = isCostly(run.outcome) ? 0 : repetitions(test);
  KeptTest kept;
  kept.branches = run.covered;
  bool isSeenAlike = true, isSaidAlike = true;
  for (unsigned i = 0; i < more; ++i) {
    const std::uint8_t fill = i % 2 == 0 ? 0xa5 : 0x00;
    const auto again = plain_.run(
        {&test, 1}, RunOptions{.observe = true, .heapFill = fill, .reversed = i % 2 == 0});
    if (!again)
      return again.error();
    const Execution &other = again->front();
    noteUnsteady(run.covered, other.covered);
    if (run.outcome != other.outcome)
      return std::optional<KeptTest>();
    isSeenAlike = isSeenAlike && run.observation == other.observation;
    if (isSeenAlike && run.covered != other.covered) {
      const auto ordered = plain_.run({&test, 1}, RunOptions{.observe = true, .heapFill = fill});
      if (!ordered)
        return ordered.error();
      isSeenAlike = run.covered == ordered->front().covered &&
                    run.observation == ordered->front().observation;
    }
    isSaidAlike = isSaidAlike && run.output == other.output;
    std::erase_if(kept.branches, [&](BranchId branch) {
      return !std::binary_search(other.covered.begin(), other.covered.end(), branch);
    });
  }

  auto verdict = sanitize(test);
  if (!verdict)
    return verdict.error();
  kept.id = testId(subject_, test);
  kept.test = test;
  kept.outcome = run.outcome;
  kept.asked = std::move(run.asked);
  if (isSeenAlike)
    kept.observation = std::move(run.observation);
  if (isSaidAlike)
    kept.output = std::move(run.output);
  kept.covers = sitesOf(kept.branches);
  kept.verdict = std::move(*verdict);
  kept.needsUb = kept.verdict && isOrderly(run.outcome);
  return std::optional<KeptTest>(std::move(kept));
}

} // namespace campaign
