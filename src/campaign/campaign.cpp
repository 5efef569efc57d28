#include "campaign/campaign.h"

#include "campaign/conclude.h"
#include "campaign/minimise.h"
#include "campaign/observers.h"
#include "campaign/search_state.h"
#include "campaign/try_out.h"
#include "model/honest.h"
#include "model/program.h"
#include "model/supplies.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

namespace campaign {

using namespace model;
using support::Result;

namespace {

/// A round of simplifying: runs per test, and how heavy a test must be to need it.
struct Pass {
  std::size_t calls, leastWeight;
};
const std::vector<Pass> passes = {{400, 0}};
/// Where time is short, no test may stay pages long because others were polished before it.
const std::vector<Pass> passesInTime = {{40, 100}, {400, 0}};
/// For what tests expect of objects, and how they release them: seconds, or a share of the budget.
constexpr double leastForObservers = 1, shareForObservers = 0.05;
/// For simplifying, however long the search took.
constexpr double shareForSimplifying = 0.05;
/// How many times an equal share of what is left one test may take.
constexpr double shareOfOne = 8;

/// Looks for a simpler input with the same effect: it ends the same way, still takes what the test
/// is there for, and the sanitizers say the same of it.
class Simplifier {
public:
  /// Once the deadline is over, whatever was found so far is the answer.
  Simplifier(const Subject &subject, execute::Executor &plain, Judge &judge,
             const support::Deadline &deadline)
      : subject_(subject), plain_(plain), judge_(judge), deadline_(deadline) {}

  /// Runs at most about `calls` candidates, for so long.
  Result<KeptTest> simplify(const KeptTest &kept, std::size_t calls, double seconds) {
    costly_ = 0;
    began_ = std::chrono::steady_clock::now();
    seconds_ = seconds;
    // Most simplifications do not touch on undefined behaviour, and plain runs cost least: the
    // sanitizers join in only if the cheap way ends where they object.
    const FirstWithEffect firstAlike = [&](std::span<const TestCase> candidates) {
      return first(kept, candidates, [&](const TestCase &, const Outcome &outcome) {
        return outcome == kept.outcome;
      });
    };
    // What is there for its function's sake, or for how it ends, ends with that function.
    const LastCall lastCall =
        std::holds_alternative<Returned>(kept.outcome) && !kept.purpose.empty() ? LastCall::MayGo
                                                                                : LastCall::Stays;
    if (!isThereForItsVerdict(kept) || !isOrderly(kept.outcome)) {
      const TestCase cheap = minimise(subject_, kept.test, firstAlike, calls, lastCall);
      auto judged = judgeAlike(kept, cheap);
      if (!judged || *judged)
        return judged ? Result<KeptTest>(std::move(**judged)) : judged.error();
    }
    const FirstWithEffect firstClean = [&](std::span<const TestCase> candidates) {
      return first(kept, candidates, [&](const TestCase &candidate, const Outcome &outcome) {
        return endsAlike(kept, outcome) && sanitizesAlike(kept, candidate);
      });
    };
    const TestCase careful = minimise(subject_, kept.test, firstClean, calls / 2, lastCall);
    auto judged = judgeAlike(kept, careful);
    if (!judged)
      return judged.error();
    return *judged ? std::move(**judged) : kept;
  }

private:
  static bool isSuperset(const std::vector<SiteId> &sites, const KeptTest &kept) {
    return std::includes(sites.begin(), sites.end(), kept.purpose.begin(), kept.purpose.end());
  }

  /// Whether all that counts is what the sanitizers say: how the run goes on is up to chance then.
  static bool isThereForItsVerdict(const KeptTest &kept) {
    return kept.purpose.empty() && kept.verdict && !kept.verdict->isOwnCheck;
  }

  static bool isAlike(const KeptTest &kept, const std::optional<SanitizerVerdict> &verdict) {
    if (!isThereForItsVerdict(kept))
      return kindOf(verdict) == kindOf(kept.verdict);
    return verdict && verdict->kind == kept.verdict->kind && verdict->file == kept.verdict->file &&
           verdict->line == kept.verdict->line;
  }

  static bool endsAlike(const KeptTest &kept, const Outcome &outcome) {
    return outcome == kept.outcome ||
           (isThereForItsVerdict(kept) && !kept.verdict->isLeak && !isCostly(outcome));
  }

  static std::string kindOf(const std::optional<SanitizerVerdict> &verdict) {
    return verdict ? verdict->kind : "";
  }

  bool isHonest(const TestCase &candidate) const {
    TestCase honest = candidate;
    keepPromises(subject_, honest);
    return honest == candidate;
  }

  /// The first candidate that is honest, runs as the test does, and is fine.
  template <class IsFine>
  std::optional<std::size_t> first(const KeptTest &kept, std::span<const TestCase> candidates,
                                   IsFine isFine) {
    if (deadline_.isOver() || secondsSince(began_) > seconds_)
      return std::nullopt;
    const bool throws = std::holds_alternative<Threw>(kept.outcome);
    for (const execute::Find &run : tryOut(plain_, candidates, throws, costly_))
      if (isSuperset(judge_.sitesOf(run.execution.covered), kept) &&
          isHonest(candidates[run.index]) && isFine(candidates[run.index], run.execution.outcome))
        return run.index;
    return std::nullopt;
  }

  bool sanitizesAlike(const KeptTest &kept, const TestCase &candidate) {
    const auto verdict = judge_.sanitize(candidate);
    return verdict && isAlike(kept, *verdict);
  }

  /// The judged candidate if it really is like the test.
  Result<std::optional<KeptTest>> judgeAlike(const KeptTest &kept, const TestCase &candidate) {
    if (candidate == kept.test)
      return std::optional<KeptTest>(kept);
    auto judged = judge_.judge(candidate);
    if (judged && *judged &&
        (!endsAlike(kept, (*judged)->outcome) || !isAlike(kept, (*judged)->verdict) ||
         !isSuperset((*judged)->covers, kept)))
      return std::optional<KeptTest>();
    if (judged && *judged)
      (*judged)->purpose = kept.purpose; // for the next round
    return judged;
  }

  const Subject &subject_;
  execute::Executor &plain_;
  Judge &judge_;
  const support::Deadline &deadline_;
  // Of the test at hand:
  std::size_t costly_ = 0; // candidates that hung
  std::chrono::steady_clock::time_point began_;
  double seconds_ = 0;
};

const char *nameOf(Strategy strategy) {
  switch (strategy) {
  case Strategy::Random:
    return "random";
  case Strategy::Concolic:
    return "concolic";
  case Strategy::Hybrid:
    return "hybrid";
  case Strategy::Auto:
    return "auto";
  }
  return "";
}

std::vector<EnvironmentEntry> environmentOf(const Subject &subject) {
  constexpr const char *kinds[] = {"extern variable", "stub function", "callback function"};
  std::vector<EnvironmentEntry> entries;
  constexpr const char *inputs[] = {"standard input", "file", "arguments", "environment variable"};
  for (std::size_t i = 0; i < subject.supplies.size(); ++i)
    if (const Supply &supply = subject.supplies[i]; supply.input)
      entries.push_back({shownName(supply), inputs[static_cast<int>(supply.input->kind)]});
    else if (isAskedFor(subject, SupplyId(i)))
      entries.push_back({supply.name, kinds[static_cast<int>(supply.kind)]});
  for (const std::string &name : subject.facts.undefined)
    entries.push_back({name, "undefined symbol"});
  return entries;
}

/// A test, and the same with observers that may join it.
struct Observed {
  KeptTest *test;
  TestCase candidate;
};

/// Observers join tests that they change nothing of; returns the others.
Result<std::vector<Observed>> joinObservers(std::vector<Observed> all, Judge &judge,
                                            const support::Deadline &deadline) {
  constexpr std::size_t together = 16;
  std::vector<Observed> others;
  for (std::size_t i = 0; i < all.size() && !deadline.isOver(); i += together) {
    std::vector<TestCase> candidates;
    for (std::size_t k = i; k < std::min(i + together, all.size()); ++k)
      candidates.push_back(all[k].candidate);
    auto judged = judge.judge(candidates);
    if (!judged && deadline.isOver())
      break;
    if (!judged)
      return judged.error();
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      KeptTest &test = *all[i + k].test;
      std::optional<KeptTest> &with = (*judged)[k];
      if (!with || !with->isGreen() || with->outcome != test.outcome || !with->observation ||
          !std::ranges::includes(with->covers, test.purpose)) {
        others.push_back(std::move(all[i + k]));
        continue;
      }
      with->purpose = test.purpose;
      test = std::move(*with);
    }
  }
  return others;
}

/// What a test of objects leaves them like is worth knowing: those that say so join it, if they do
/// nothing else.
support::Status addObservers(std::vector<KeptTest> &tests, const Subject &subject, Judge &judge,
                             const support::Deadline &deadline) {
  std::vector<Observed> all;
  for (KeptTest &test : tests) {
    if (!test.isGreen() || !std::holds_alternative<Returned>(test.outcome))
      continue;
    TestCase candidate = withObservers(subject, test.test);
    if (!candidate.observers.empty())
      all.push_back({&test, std::move(candidate)});
  }
  auto others = joinObservers(std::move(all), judge, deadline);
  if (!others)
    return others.error();
  std::vector<Observed> again;
  for (Observed &each : *others)
    if (TestCase fewer = withoutEndsOfStorage(subject, each.candidate);
        !fewer.observers.empty() && fewer != each.candidate)
      again.push_back({each.test, std::move(fewer)});
  others = joinObservers(std::move(again), judge, deadline);
  return others ? support::Status(support::Done{}) : others.error();
}

double secondsToObserve(const Budget &budget) {
  return std::max(leastForObservers, shareForObservers * *budget.seconds);
}

/// Until the time for the whole campaign is over, less what observers need; but some in any case.
double secondsToSimplify(const Budget &budget, std::size_t tests, double elapsed, double waited) {
  // Where waiting is no part of the search's time, it is none of this either.
  const double used = budget.leastSeconds ? elapsed : elapsed - waited;
  const double seconds = budget.secondsWith ? budget.secondsWith(tests) : *budget.seconds;
  return std::max(shareForSimplifying * *budget.seconds,
                  seconds * shareWithSimplifying - used - secondsToObserve(budget));
}

/// A test of several calls is there for what any of them took, and may come to end with an earlier
/// one. Its function keeps a test of its own all the same.
void repeatForOwnFunction(std::vector<KeptTest> &tests) {
  std::map<FunctionId, std::size_t> counts;
  for (const KeptTest &test : tests)
    if (test.isGreen())
      ++counts[test.test.function()];
  for (std::size_t i = 0, count = tests.size(); i < count; ++i) {
    const KeptTest &test = tests[i];
    if (test.isGreen() && std::holds_alternative<Returned>(test.outcome) &&
        test.test.steps.size() > 1 && !test.purpose.empty() && counts[test.test.function()] == 1) {
      KeptTest own = test;
      own.purpose.clear();
      tests.push_back(std::move(own));
    }
  }
}

void dropRepeats(std::vector<KeptTest> &tests) {
  std::set<std::string> ids;
  std::erase_if(tests, [&](const KeptTest &test) { return !ids.insert(test.id).second; });
}

} // namespace

Result<CampaignResult> runCampaign(const Subject &subject, const BranchMap &branches,
                                   execute::Executor &plain, SanitizedExecutor sanitized,
                                   const SearchSettings &settings,
                                   const std::vector<TestCase> &seeds, const SearchHooks &hooks,
                                   support::Deadline &deadline) {
  const auto start = std::chrono::steady_clock::now();
  const Budget &budget = settings.budget;
  deadline.begin(budget.seconds, budget.leastSeconds);
  Judge judge(subject, branches, plain, std::move(sanitized), settings.earlyEnds, settings.memory,
              settings.doubts, settings.runsBeside);
  auto found = search(subject, branches, plain, judge, settings, seeds, hooks, deadline);
  if (!found)
    return found.error();
  const double searchSeconds = secondsSince(start) - deadline.secondsWaited();

  Suite suite;
  suite.subject = &subject;
  suite.branches = &branches;
  suite.seed = settings.seed;
  suite.strategy = nameOf(settings.strategy);
  suite.interrupted = found->interrupted;
  suite.soughtCleanly = std::move(found->soughtCleanly);
  suite.isEmitted = settings.simplifies;
  suite.tests = select(std::move(found->tests), subject);
  if (settings.simplifies)
    repeatForOwnFunction(suite.tests);
  if (budget.seconds)
    deadline.begin(secondsToSimplify(budget, suite.tests.size(), secondsSince(start),
                                     deadline.secondsWaited()));
  Simplifier simplifier(subject, plain, judge, deadline);
  for (const Pass &pass : budget.seconds ? passesInTime : passes)
    for (std::size_t i = 0; i < suite.tests.size(); ++i) {
      KeptTest &test = suite.tests[i];
      if (deadline.isOver() || !settings.simplifies)
        break;
      if (hooks.simplifying)
        hooks.simplifying(i, suite.tests.size());
      // Costly ones would run again and again, and their inputs say little.
      if (isCostly(test.outcome) || weight(test) < pass.leastWeight)
        continue;
      // A slow test must not use up the time of the others.
      const double seconds =
          shareOfOne * deadline.secondsLeft() / static_cast<double>(suite.tests.size() - i);
      auto simpler = simplifier.simplify(test, pass.calls, seconds);
      if (!simpler && deadline.isOver())
        break;
      if (!simpler)
        return simpler.error();
      test = std::move(*simpler);
      if (auto status = hooks.found(test.id, test.test); !status)
        return status.error();
    }
  dropRepeats(suite.tests);
  if (budget.seconds) // a test that leaves its objects behind is half a test
    deadline.begin(secondsToObserve(budget));
  if (settings.simplifies)
    if (auto status = addObservers(suite.tests, subject, judge, deadline); !status)
      return status.error();
  // Simplified inputs cover less beside their purpose, or more; either may make another test
  // superfluous.
  suite.tests = select(std::move(suite.tests), subject);
  suite.evidence = std::move(found->evidence);
  suite.evidence.resize(branches.sites.size());
  for (const model::SiteId site : judge.unsteady())
    suite.evidence[site.index].isUnsteady = true;
  for (const model::SiteId site : judge.dependingOnFresh())
    suite.evidence[site.index].dependsOnFresh = true;
  conclude(suite, found->executionsOf);
  suite.elapsedSeconds = secondsSince(start);
  suite.environment = environmentOf(subject);
  suite.statistics = {
      {"executions", static_cast<double>(found->executions)},
      {"seconds searching", searchSeconds},
      {"seconds simplifying", suite.elapsedSeconds - searchSeconds - deadline.secondsWaited()},
      {"seconds waiting for compilers", deadline.secondsWaited()},
      {"unstable candidates", static_cast<double>(found->unstable)}};
  suite.statistics.merge(found->statistics);
  return CampaignResult{std::move(suite), std::move(found->executionsOf), std::move(found->notes),
                        found->unjudged};
}

} // namespace campaign
