// Undefined behaviour needs care: random integers overflow sooner than they do anything else, so
// the first input that takes a branch is often no good for a green suite. Such a branch stays
// wanted until a green test takes it; simpler and roomier variants of the find are tried, since
// small numbers overflow less. Once `Goals::patience` finds were judged in vain, others come first:
// it is tried again now and then, and by one sanitized run. The same goes for branches that a crash
// takes first.
//
// Runs that end at one of our limits take a thousand times as long as others, and judging one takes
// several of them. So they wait until every function has had a turn, and then one is judged now and
// then: no function can use up the time of the others by hanging.
#include "campaign/corpus.h"

#include "campaign/enlarge.h"
#include "campaign/journal.h"
#include "campaign/minimise.h"
#include "model/honest.h"

#include <fmt/format.h>

namespace campaign {

using namespace model;
using support::Result;
using support::Status;

namespace {

constexpr std::size_t mostHung = 4; // runs of a function that hung and wait to be judged
constexpr std::size_t mostOutcomesJudged = 24;
constexpr std::size_t minimiseCalls = 64;
constexpr double shareOfHung = 0.25;

/// The best there is for a suite. A death test is good enough where nothing better is found.
bool isCalm(const KeptTest &test) { return test.isGreen() && isOrderly(test.outcome); }

} // namespace

std::string Corpus::placeOf(const SanitizerVerdict &complaint) {
  return fmt::format("{} {}:{}", complaint.kind, complaint.file, complaint.line);
}

Corpus::Signature Corpus::signatureOf(const FunctionSearch &search, const Outcome &outcome,
                                      const std::vector<SiteId> &sites) const {
  // Programs always exit: only the code makes a difference.
  const bool saysAll =
      isCostly(outcome) || (state_.subject.program && std::holds_alternative<Exited>(outcome));
  return {state_.subject[search.function].name + ": " + describe(outcome),
          saysAll ? std::vector<SiteId>() : sites};
}

bool Corpus::wouldBeNews(const FunctionSearch &search, const Execution &execution) const {
  if (saysNothing(execution.outcome, state_.settings.earlyEnds)) // another test will supply more
    return false;
  const std::vector<SiteId> sites = state_.judge.sitesOf(execution.covered);
  if (state_.goals.anyIsWanted(sites))
    return true;
  const auto outcomes = outcomes_.find(search.function);
  return !std::holds_alternative<Returned>(execution.outcome) &&
         !signatures_.contains(signatureOf(search, execution.outcome, sites)) &&
         (outcomes == outcomes_.end() || outcomes->second < mostOutcomesJudged);
}

bool Corpus::isNews(FunctionSearch &search, const Execution &execution) {
  if (!wouldBeNews(search, execution))
    return false;
  const bool isBelieved = state_.judge.isBelievable(search.function, execution.covered);
  if (!isBelieved)
    disbelieved.insert(search.function);
  return isBelieved;
}

Status Corpus::considerRun(FunctionSearch &search, const TestCase &test,
                           const Execution &execution) {
  if (std::holds_alternative<Rejected>(execution.outcome)) {
    state_.goals.noteRejected(state_.judge.sitesOf(execution.covered));
    if (!search.rejected)
      search.rejected = test;
  }
  if (!isNews(search, execution))
    return support::Done{};
  const Execution done{.outcome = execution.outcome, .covered = execution.covered};
  if (isCostly(execution.outcome)) {
    if (search.postponed < mostHung) {
      ++search.postponed;
      hung_.push_back({&search, test, done});
    }
    return support::Done{};
  }
  std::vector<SiteId> wanted = state_.judge.sitesOf(execution.covered);
  std::erase_if(wanted, [&](SiteId site) { return !state_.goals.isWanted(site); });
  if (mustWait() || state_.isOutOfTime()) {
    state_.goals.notePending(wanted);
    unjudged_.push_back({&search, test, done});
    state_.updateWanted();
    return support::Done{};
  }
  const bool isRetry = !wanted.empty() && std::ranges::all_of(wanted, [&](SiteId site) {
    return state_.goals.isTried(site);
  });
  if (isRetry && isOrderly(execution.outcome)) {
    const auto verdict = state_.judge.sanitize(test);
    if (!verdict)
      return verdict.error();
    if (*verdict) {
      state_.goals.noteAttempts(wanted, 1);
      state_.updateWanted();
      return support::Done{};
    }
  }
  return consider(search, test, execution.covered);
}

Status Corpus::considerFirst(FunctionSearch &search, const TestCase &test,
                             const Execution &execution) {
  if (!mustWait())
    return consider(search, test);
  state_.goals.notePending(state_.judge.sitesOf(execution.covered));
  unjudged_.push_back({&search, test, {.outcome = execution.outcome}, true});
  return support::Done{};
}

Status Corpus::consider(FunctionSearch &search, TestCase test, const std::vector<BranchId> &taken) {
  keepPromises(state_.subject, test);
  state_.ticks += Prices::judging;
  const auto began = std::chrono::steady_clock::now();
  auto judged = state_.judge.judge(test);
  secondsJudging += secondsSince(began);
  if (!judged)
    return judged.error();
  const std::vector<SiteId> once = flickering(taken, *judged);
  unstable += !*judged || !once.empty() ? 1 : 0;
  state_.goals.noteAttempts(once, 1);
  if (!*judged) {
    state_.updateWanted();
    return support::Done{};
  }
  KeptTest kept = std::move(**judged);
  search.costlyRuns += isCostly(kept.outcome) ? 1 : 0;
  const std::vector<SiteId> wanted = wantedOf(kept);
  if (!isCalm(kept) && !isCostly(kept.outcome)) {
    auto cleaner = cleanVariant(kept, wanted);
    if (!cleaner)
      return cleaner.error();
    if (*cleaner)
      if (Status status = keep(search, std::move(**cleaner)); !status)
        return status;
  }
  const int cost = isCostly(kept.outcome) ? Goals::patience / 2 : 1;
  const bool isDirtyTest = !kept.isGreen() && !isCostly(kept.outcome);
  const bool isUndefined = kept.needsUb;
  const TestCase dirty = kept.test;
  Status status = keep(search, std::move(kept));
  state_.goals.noteAttempts(wanted, cost);
  if (isDirtyTest && state_.goals.anyIsNotGreen(wanted)) {
    search.dirty.insert(wanted.begin(), wanted.end());
    if (isUndefined)
      search.undefined.insert(wanted.begin(), wanted.end());
    for (const auto &engine : search.engines)
      engine->observeDirty(dirty);
  }
  state_.updateWanted();
  return status;
}

std::vector<BranchId> Corpus::takenByWaiting() const {
  std::vector<BranchId> taken;
  for (const std::deque<Waiting> *waiting : {&hung_, &unjudged_})
    for (const Waiting &run : *waiting)
      taken.insert(taken.end(), run.execution.covered.begin(), run.execution.covered.end());
  return taken;
}

Status Corpus::judgeHung() {
  const Waiting next = std::move(hung_.front());
  hung_.pop_front();
  --next.search->postponed;
  if (!wouldBeNews(*next.search, next.execution))
    return support::Done{};
  const auto began = std::chrono::steady_clock::now();
  Status status = consider(*next.search, next.test, next.execution.covered);
  secondsHung_ += secondsSince(began);
  return status;
}

/// With a limit in seconds nobody waits for the sanitizers' target.
bool Corpus::mustWait() const {
  const auto &isReady = state_.settings.sanitizersAreReady;
  return state_.isTimed() && isReady && !isReady();
}

Status Corpus::judgeUnjudged() {
  state_.goals.clearPending();
  state_.updateWanted();
  while (!unjudged_.empty() && !state_.isOutOfTime()) {
    const Waiting next = std::move(unjudged_.front());
    unjudged_.pop_front();
    if (next.isFirst || wouldBeNews(*next.search, next.execution))
      if (Status status = consider(*next.search, next.test, next.execution.covered); !status)
        return status;
  }
  return support::Done{};
}

Status Corpus::judgeWaiting(bool enginesAreIdle) {
  if (!unjudged_.empty() && (enginesAreIdle || !mustWait()))
    if (Status status = judgeUnjudged(); !status)
      return status;
  if (hung_.empty() ||
      (state_.isTimed() && !enginesAreIdle && secondsHung_ > shareOfHung * secondsSince(began_)))
    return support::Done{};
  return judgeHung();
}

/// Sites that brought a test here, and that judging it did not confirm.
std::vector<SiteId> Corpus::flickering(const std::vector<BranchId> &taken,
                                       const std::optional<KeptTest> &judged) const {
  std::vector<SiteId> sites = state_.judge.sitesOf(taken);
  if (judged)
    std::erase_if(sites, [&](SiteId site) {
      return std::binary_search(judged->covers.begin(), judged->covers.end(), site);
    });
  return sites;
}

std::vector<SiteId> Corpus::wantedOf(const KeptTest &kept) const {
  std::vector<SiteId> wanted;
  for (const SiteId site : kept.covers)
    if (state_.goals.isWanted(site) || (isCalm(kept) && !state_.goals.isGreen(site)))
      wanted.push_back(site);
  return wanted;
}

/// A variant without undefined behaviour that still takes one of the wanted sites.
Result<std::optional<KeptTest>> Corpus::cleanVariant(const KeptTest &dirty,
                                                     const std::vector<SiteId> &wanted) {
  std::vector<TestCase> variants;
  if (auto larger = enlarged(state_.subject, dirty.test, roomierLength))
    variants.push_back(std::move(*larger));
  if (!wanted.empty()) {
    variants.push_back(simpler(dirty.test, wanted));
    if (auto larger = enlarged(state_.subject, variants.back(), roomierLength))
      variants.push_back(std::move(*larger));
  }
  for (TestCase &variant : variants) {
    keepPromises(state_.subject, variant);
    // A report of the sanitizers costs hundreds of runs; what crashes without them is not green.
    const auto runs = state_.plain.run({&variant, 1}, {});
    if (!runs)
      return runs.error();
    if (!isOrderly(runs->front().outcome))
      continue;
    state_.ticks += Prices::judging;
    auto judged = state_.judge.judge(variant);
    if (!judged)
      return judged.error();
    if (*judged && isCalm(**judged))
      return std::move(*judged);
  }
  return std::optional<KeptTest>();
}

TestCase Corpus::simpler(const TestCase &test, const std::vector<SiteId> &wanted) {
  std::size_t costly = 0;
  return minimise(
      state_.subject, test,
      [&](const TestCase &candidate) {
        if (state_.isOutOfTime() || costly == mostCostlyVariants)
          return false;
        state_.ticks += Prices::runForked;
        const auto runs = state_.plain.run({&candidate, 1}, {});
        if (!runs)
          return false;
        costly += isCostly(runs->front().outcome) ? 1 : 0;
        const std::vector<SiteId> sites = state_.judge.sitesOf(runs->front().covered);
        return std::includes(sites.begin(), sites.end(), wanted.begin(), wanted.end());
      },
      minimiseCalls);
}

/// Enters a judged test into the suite if it adds a site or an outcome, and tells engines, executor
/// and disk.
Status Corpus::keep(FunctionSearch &search, KeptTest kept) {
  const std::vector<SiteId> wanted = wantedOf(kept);
  const bool isNewComplaint = kept.verdict && complaints_.insert(placeOf(*kept.verdict)).second;
  const bool hasNewOutcome =
      (!std::holds_alternative<Returned>(kept.outcome) || kept.needsUb) &&
      signatures_.insert(signatureOf(search, kept.outcome, kept.covers)).second;
  const bool isFirst = isCalm(kept) && returned_.insert(search.function).second;
  if (hasNewOutcome)
    ++outcomes_[search.function];
  if ((wanted.empty() && !hasNewOutcome && !isNewComplaint && !isFirst) ||
      !ids_.insert(kept.id).second)
    return support::Done{};

  for (const SiteId site : wanted) {
    if (isCalm(kept))
      state_.goals.noteGreen(site);
    if (kept.isGreen() || (state_.settings.goal == site && !kept.needsUb))
      state_.goals.noteReached(site);
  }
  search.runsAtGain = search.runs;
  ++gains_;
  search.generator.observe(kept.test, {.outcome = kept.outcome, .covered = kept.branches});
  for (const auto &engine : search.engines)
    engine->observe(kept);
  if (Status status = hooks_.found(kept.id, kept.test); !status)
    return status;
  if (hooks_.kept)
    if (Status status = hooks_.kept(kept); !status)
      return status;
  tests.push_back(std::move(kept));
  return support::Done{};
}

} // namespace campaign
