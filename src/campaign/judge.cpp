#include "campaign/judge.h"

#include "campaign/journal.h"
#include "campaign/paced_runs.h"
#include "campaign/sanitizer_report.h"
#include "model/sequences.h"
#include "support/together.h"

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

/// Whether what nobody is seen to reach is lost.
bool tellsLeaks(const Subject &subject, const TestCase &test) {
  const CallFacts facts = factsOf(subject, test);
  return !facts.startsThreads && !facts.hidesMemory;
}
} // namespace

bool isCostly(const Outcome &outcome) {
  return std::holds_alternative<TimedOut>(outcome) ||
         std::holds_alternative<OutOfMemory>(outcome) ||
         std::holds_alternative<TooMuchOutput>(outcome);
}

Judge::Judge(const Subject &subject, const BranchMap &branches, execute::Executor &plain,
             SanitizedExecutor sanitized, EarlyEnds earlyEnds, SanitizedExecutor memory,
             Doubts doubts, bool runsBeside)
    : subject_(subject), branches_(branches), plain_(plain), sanitized_(std::move(sanitized)),
      uninitialised_(subject, branches, plain, std::move(memory), runsBeside),
      earlyEnds_(earlyEnds), doubts_(std::move(doubts)), runsBeside_(runsBeside) {}

std::vector<SiteId> Judge::sitesOf(const std::vector<BranchId> &covered) const {
  std::vector<SiteId> sites;
  for (const BranchId branch : covered)
    if (const SiteId site = branches_[branch].site; site && !branches_[site].constant)
      sites.push_back(site);
  std::sort(sites.begin(), sites.end());
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  return sites;
}

Result<Judge::FirstLook> Judge::look(std::span<const TestCase> tests) {
  auto sanitized = sanitized_();
  if (!sanitized)
    return sanitized.error();
  FirstLook look{{}, {}, std::vector(tests.size(), furtherPart)};
  const auto observe = [&]() -> Result<std::vector<Execution>> {
    auto runs = plain_.run(tests, RunOptions{.observe = true, .timeoutPart = quickPart});
    for (std::size_t i = 0; runs && i < tests.size(); ++i) {
      if (!std::holds_alternative<TimedOut>((*runs)[i].outcome))
        continue;
      auto again = plain_.run(tests.subspan(i, 1), RunOptions{.observe = true});
      if (!again)
        return again.error();
      (*runs)[i] = std::move(again->front());
      look.parts[i] = 1;
    }
    return runs;
  };
  auto [runs, reports] = support::together(runsBeside_, observe, [&] {
    return (*sanitized)->run(tests, RunOptions{.diagnostics = true, .leaks = !subject_.program});
  });
  if (!runs || !reports)
    return runs ? reports.error() : runs.error();
  look.runs = std::move(*runs);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const Execution &report = (*reports)[i];
    look.verdicts.push_back(readSanitizerReport(report.diagnostics, subject_));
    if (look.verdicts.back() && look.verdicts.back()->isLeak && !tellsLeaks(subject_, tests[i]))
      look.verdicts.back().reset();
    if (look.verdicts.back())
      look.verdicts.back()->isElsewhere =
          std::holds_alternative<model::Crashed>(report.outcome) &&
          (report.isAtCleanUp || report.step + 1 < tests[i].steps.size());
  }
  return look;
}

Result<Judge::Verdicts> Judge::sanitize(std::span<const TestCase> tests) {
  auto first = look(tests);
  if (!first)
    return first.error();
  if (const auto checked = uninitialised_.check(tests, first->runs, first->parts, first->verdicts);
      !checked)
    return checked.error();
  return std::move(first->verdicts);
}

Result<std::optional<SanitizerVerdict>> Judge::sanitize(const TestCase &test) {
  auto verdicts = sanitize(std::span(&test, 1));
  if (!verdicts)
    return verdicts.error();
  return std::move(verdicts->front());
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
Result<std::vector<std::vector<Execution>>>
Judge::runElsewhere(execute::Executor &moved, std::span<const TestCase> tests,
                    const FirstLook &first, const std::vector<unsigned> &times) {
  std::vector<std::vector<Execution>> runs(tests.size());
  for (unsigned repetition = 0; repetition < std::ranges::max(times); ++repetition) {
    const bool isOdd = repetition % 2 == 0;
    const std::uint8_t fill = isOdd ? 0xa5 : 0x00;
    RunOptions options{.observe = true,
                       .fill = fill,
                       .date = fill,
                       .reversed = isOdd,
                       .layout = static_cast<std::uint8_t>(1 + repetition % layouts)};
    for (std::size_t i = 0; i < tests.size(); ++i) {
      // One that ended otherwise before flickers, whatever else it does.
      if (repetition >= times[i] ||
          (repetition > 0 && runs[i].back().outcome != first.runs[i].outcome))
        continue;
      options.timeoutPart = first.parts[i];
      auto run = moved.run(tests.subspan(i, 1), options);
      if (!run)
        return run.error();
      runs[i].push_back(std::move(run->front()));
    }
  }
  return runs;
}

/// Two layouts differ in every bit of an address. Threads that race may do so alike by chance, and
/// mostly do.
unsigned Judge::repetitions(const TestCase &test) const {
  constexpr unsigned usually = layouts, withThreads = 11;
  return factsOf(subject_, test).startsThreads ? withThreads : usually;
}

Result<std::optional<KeptTest>> Judge::judge(const TestCase &test) {
  auto judged = judge(std::span(&test, 1));
  if (!judged)
    return judged.error();
  return std::move(judged->front());
}

Result<std::vector<std::optional<KeptTest>>> Judge::judge(std::span<const TestCase> tests) {
  std::vector<std::optional<KeptTest>> kept(tests.size());
  auto all = look(tests);
  if (!all)
    return all.error();
  std::vector<std::size_t> places; // of those that say something
  std::vector<TestCase> rest;
  std::vector<unsigned> times;
  FirstLook first;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    Execution &run = all->runs[i];
    // Steps behind the one at which it ended would stand in the test for nothing.
    const bool isCut =
        !std::holds_alternative<Returned>(run.outcome) && run.step + 1 < tests[i].steps.size();
    if (saysNothing(run.outcome, earlyEnds_) || isCut || !isBelievable(tests[i], run.covered))
      continue;
    places.push_back(i);
    rest.push_back(tests[i]);
    // A run that was stopped at a limit shows nothing that could differ, and costs most.
    times.push_back(isCostly(run.outcome) ? 0 : repetitions(tests[i]));
    first.runs.push_back(std::move(run));
    first.verdicts.push_back(std::move(all->verdicts[i]));
    first.parts.push_back(all->parts[i]);
  }
  if (rest.empty())
    return kept;
  execute::Executor *moved = &plain_;
  if (doubts_.moved) {
    auto other = doubts_.moved();
    if (!other)
      return other.error();
    moved = *other;
  }
  const auto [checked, others] = support::together(
      runsBeside_ && moved != &plain_,
      [&] { return uninitialised_.check(rest, first.runs, first.parts, first.verdicts); },
      [&] { return runElsewhere(*moved, rest, first, times); });
  if (!checked || !others)
    return checked ? others.error() : checked.error();
  for (std::size_t i = 0; i < rest.size(); ++i) {
    auto concluded =
        conclude(rest[i], std::move(first.runs[i]), std::move(first.verdicts[i]), (*others)[i]);
    if (!concluded)
      return concluded.error();
    kept[places[i]] = std::move(*concluded);
  }
  return kept;
}

/// Whether two runs show the same. What an earlier call returned may differ by chance and the rest
/// be steady all the same: of these nothing is expected.
static bool showsTheSame(Execution &run, const Execution &other) {
  if (!run.observation || !other.observation)
    return run.observation == other.observation;
  Observation theirs = *other.observation;
  for (std::size_t i = 0; i < theirs.earlier.size(); ++i)
    if (run.observation->earlier[i] != theirs.earlier[i])
      run.observation->earlier[i] = Value();
  theirs.earlier = run.observation->earlier;
  return *run.observation == theirs;
}

Result<std::optional<KeptTest>> Judge::conclude(const TestCase &test, Execution run,
                                                std::optional<SanitizerVerdict> verdict,
                                                const std::vector<Execution> &others) {
  // One that reads fresh memory may well differ, and it is known why.
  const bool mayDiffer = verdict && isAboutFreshMemory(*verdict);
  KeptTest kept;
  kept.branches = run.covered;
  bool isSeenAlike = true, isSaidAlike = true;
  for (const Execution &other : mayDiffer ? std::vector<Execution>() : others) {
    const bool endsAlike = run.outcome == other.outcome;
    noteUnsteady(run.covered, endsAlike ? other.covered : std::vector<BranchId>());
    if (!endsAlike)
      return std::optional<KeptTest>();
    isSeenAlike = isSeenAlike && showsTheSame(run, other);
    // Where nothing but the way taken depends on the order of objects, what was seen stays true.
    if (isSeenAlike && run.covered != other.covered) {
      const auto ordered =
          plain_.run({&test, 1}, RunOptions{.observe = true, .fill = 0xa5, .date = 0xa5});
      if (!ordered)
        return ordered.error();
      isSeenAlike = run.covered == ordered->front().covered && showsTheSame(run, ordered->front());
    }
    isSaidAlike = isSaidAlike && run.output == other.output;
    std::erase_if(kept.branches, [&](BranchId branch) {
      return !std::binary_search(other.covered.begin(), other.covered.end(), branch);
    });
  }

  kept.id = testId(subject_, test);
  kept.test = test;
  kept.outcome = run.outcome;
  kept.endsElsewhere = run.isAtCleanUp || (verdict && verdict->isElsewhere);
  kept.asked = std::move(run.asked);
  if (isSeenAlike && !mayDiffer)
    kept.observation = std::move(run.observation);
  if (isSaidAlike && !mayDiffer)
    kept.output = std::move(run.output);
  kept.covers = sitesOf(kept.branches);
  kept.verdict = std::move(verdict);
  // An offset from null, or null as an argument, is reported before anything is done with it. The
  // run went on, and shows.
  if (kept.verdict && kept.verdict->kind.starts_with("null-") && isInvalidAccess(run.outcome))
    kept.verdict->kind = nullDereference;
  kept.needsUb = kept.verdict && isUndefined(*kept.verdict) && isOrderly(run.outcome);
  return std::optional<KeptTest>(std::move(kept));
}

} // namespace campaign
