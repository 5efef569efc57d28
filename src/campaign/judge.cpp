#include "campaign/judge.h"

#include "campaign/journal.h"
#include "campaign/sanitizer_report.h"

#include <algorithm>
#include <csignal>
#include <iterator>

namespace campaign {

using namespace model;
using execute::RunOptions;
using support::Result;

bool saysNothing(const Outcome &outcome, EarlyEnds earlyEnds) {
  return std::holds_alternative<Starved>(outcome) ||
         (earlyEnds == EarlyEnds::SayNothing && std::holds_alternative<Rejected>(outcome));
}

namespace {
constexpr unsigned layouts = 2;

bool isInvalidAccess(const Outcome &outcome) {
  const auto *crash = std::get_if<Crashed>(&outcome);
  return crash && (crash->signal == SIGSEGV || crash->signal == SIGBUS);
}
} // namespace

bool isCostly(const Outcome &outcome) {
  return std::holds_alternative<TimedOut>(outcome) ||
         std::holds_alternative<OutOfMemory>(outcome) ||
         std::holds_alternative<TooMuchOutput>(outcome);
}

Judge::Judge(const Subject &subject, const BranchMap &branches, execute::Executor &plain,
             SanitizedExecutor sanitized, EarlyEnds earlyEnds, SanitizedExecutor memory,
             Doubts doubts)
    : subject_(subject), branches_(branches), plain_(plain), sanitized_(std::move(sanitized)),
      uninitialised_(subject, branches, plain, std::move(memory)), earlyEnds_(earlyEnds),
      doubts_(std::move(doubts)) {}

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
  auto verdict = readSanitizerReport(runs->front().diagnostics, subject_);
  if (verdict && !mayComeOfFreshMemory(*verdict))
    return verdict;
  auto read = uninitialised_.check(test);
  return !read || *read ? read : Result<std::optional<SanitizerVerdict>>(std::move(verdict));
}

std::vector<SiteId> Judge::dependingOnFresh() const {
  const std::set<BranchId> &branches = uninitialised_.depending();
  return sitesOf({branches.begin(), branches.end()});
}

void Judge::noteUnsteady(const std::vector<BranchId> &one, const std::vector<BranchId> &other) {
  std::vector<BranchId> differing;
  std::set_symmetric_difference(one.begin(), one.end(), other.begin(), other.end(),
                                std::back_inserter(differing));
  const std::vector<SiteId> sites = sitesOf(differing);
  unsteady_.insert(sites.begin(), sites.end());
}

/// Fresh heap memory holds different bytes in the first run and the second, the date differs,
/// objects lie in the other order, and in all runs heap, stack and variables lie elsewhere: a test
/// that depends on any of them shows itself.
Result<Execution> Judge::runElsewhere(const TestCase &test, unsigned repetition) {
  execute::Executor *executor = &plain_;
  if (doubts_.moved) {
    auto moved = doubts_.moved();
    if (!moved)
      return moved.error();
    executor = *moved;
  }
  const bool isOdd = repetition % 2 == 0;
  const std::uint8_t fill = isOdd ? 0xa5 : 0x00;
  auto runs = executor->run(
      {&test, 1}, RunOptions{.observe = true,
                             .fill = fill,
                             .date = fill,
                             .reversed = isOdd,
                             .layout = static_cast<std::uint8_t>(1 + repetition % layouts)});
  if (!runs)
    return runs.error();
  return std::move(runs->front());
}

/// Two layouts differ in every bit of an address. Threads that race may do so alike by chance, and
/// mostly do.
unsigned Judge::repetitions(const TestCase &test) const {
  constexpr unsigned usually = layouts, withThreads = 11;
  return subject_[test.function()].facts.startsThreads ? withThreads : usually;
}

Result<std::optional<KeptTest>> Judge::judge(const TestCase &test) {
  auto first = plain_.run({&test, 1}, RunOptions{.observe = true});
  if (!first)
    return first.error();
  Execution &run = first->front();
  if (saysNothing(run.outcome, earlyEnds_) || !isBelievable(test.function(), run.covered))
    return std::optional<KeptTest>();
  auto verdict = sanitize(test);
  if (!verdict)
    return verdict.error();
  // A run that was stopped at a limit shows nothing that could differ, and costs most. One that
  // reads fresh memory may well differ, and it is known why.
  const bool mayDiffer = *verdict && isAboutFreshMemory(**verdict);
  const unsigned more = isCostly(run.outcome) || mayDiffer ? 0 : repetitions(test);
  KeptTest kept;
  kept.branches = run.covered;
  bool isSeenAlike = true, isSaidAlike = true;
  for (unsigned i = 0; i < more; ++i) {
    const auto again = runElsewhere(test, i);
    if (!again)
      return again.error();
    const Execution &other = *again;
    const bool endsAlike = run.outcome == other.outcome;
    noteUnsteady(run.covered, endsAlike ? other.covered : std::vector<BranchId>());
    if (!endsAlike)
      return std::optional<KeptTest>();
    isSeenAlike = isSeenAlike && run.observation == other.observation;
    // Where nothing but the way taken depends on the order of objects, what was seen stays true.
    if (isSeenAlike && run.covered != other.covered) {
      const auto ordered =
          plain_.run({&test, 1}, RunOptions{.observe = true, .fill = 0xa5, .date = 0xa5});
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

  kept.id = testId(subject_, test);
  kept.test = test;
  kept.outcome = run.outcome;
  kept.asked = std::move(run.asked);
  if (isSeenAlike && !mayDiffer)
    kept.observation = std::move(run.observation);
  if (isSaidAlike && !mayDiffer)
    kept.output = std::move(run.output);
  kept.covers = sitesOf(kept.branches);
  kept.verdict = std::move(*verdict);
  // An offset from null, or null as an argument, is reported before anything is done with it. The
  // run went on, and shows.
  if (kept.verdict && kept.verdict->kind.starts_with("null-") && isInvalidAccess(run.outcome))
    kept.verdict->kind = nullDereference;
  kept.needsUb = kept.verdict && !kept.verdict->isOwnCheck && isOrderly(run.outcome);
  return std::optional<KeptTest>(std::move(kept));
}

} // namespace campaign
