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
#include "campaign/try_out.h"
#include "model/honest.h"
#include "model/sequences.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace campaign {

using namespace model;
using support::Result;
using support::Status;

namespace {

constexpr std::size_t mostHung = 4;      // runs of a function that hung and wait to be judged
constexpr std::size_t mostTogether = 16; // of those that waited
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

bool Corpus::isNews(FunctionSearch &search, const TestCase &test, const Execution &execution) {
  if (!wouldBeNews(search, execution))
    return false;
  const bool isBelieved = state_.judge.isBelievable(test, execution.covered);
  if (!isBelieved)
    disbelieved.insert(search.function);
  return isBelieved;
}

bool Corpus::addsTo(const std::vector<Candidate> &candidates, const FunctionSearch &search,
                    const Execution &execution) const {
  const std::vector<SiteId> sites = state_.judge.sitesOf(execution.covered);
  const Signature signature = signatureOf(search, execution.outcome, sites);
  std::vector<SiteId> added = sites;
  bool isNewEnd = !std::holds_alternative<Returned>(execution.outcome);
  for (const Candidate &candidate : candidates) {
    const std::vector<SiteId> theirs = state_.judge.sitesOf(candidate.execution.covered);
    std::erase_if(added, [&](SiteId site) { return std::ranges::binary_search(theirs, site); });
    isNewEnd = isNewEnd &&
               signature != signatureOf(*candidate.search, candidate.execution.outcome, theirs);
  }
  return isNewEnd || state_.goals.anyIsWanted(added);
}

/// If a step lacks an object, the one before it is the last that counts.
void Corpus::cutAtEnd(Candidate &candidate) const {
  Execution &execution = candidate.execution;
  const bool isRejected = std::holds_alternative<Rejected>(execution.outcome);
  const bool isEarly = (isRejected && execution.step > 0) ||
                       (!isRejected && !std::holds_alternative<Returned>(execution.outcome) &&
                        execution.step + 1 < candidate.test.steps.size());
  if (!isEarly)
    return;
  // A test ends with a call.
  const auto isCall = [&](std::size_t step) {
    return !isPreparation(state_.subject[candidate.test.steps[step].callable]);
  };
  std::size_t last = execution.step - (isRejected ? 1 : 0);
  while (last > 0 && !isCall(last))
    --last;
  if (!isCall(last))
    return;
  cutBehind(state_.subject, candidate.test, last);
  if (isRejected)
    execution.outcome = Returned{};
  if (const auto owner = state_.searches.find(candidate.test.function());
      owner != state_.searches.end())
    candidate.search = owner->second;
}

Status Corpus::considerRuns(std::vector<Candidate> candidates) {
  std::vector<Candidate> judged;
  for (Candidate &candidate : candidates) {
    cutAtEnd(candidate);
    FunctionSearch &search = *candidate.search;
    if (std::holds_alternative<Rejected>(candidate.execution.outcome)) {
      state_.goals.noteRejected(state_.judge.sitesOf(candidate.execution.covered));
      if (!search.rejected)
        search.rejected = candidate.test;
    }
    if (!isNews(search, candidate.test, candidate.execution))
      continue;
    candidate.execution = {.outcome = candidate.execution.outcome,
                           .covered = std::move(candidate.execution.covered)};
    if (isCostly(candidate.execution.outcome)) {
      if (search.postponed < mostHung) {
        ++search.postponed;
        hung_.push_back(std::move(candidate));
      }
      continue;
    }
    std::vector<SiteId> wanted = state_.judge.sitesOf(candidate.execution.covered);
    std::erase_if(wanted, [&](SiteId site) { return !state_.goals.isWanted(site); });
    if (mustWait() || state_.isOutOfTime()) {
      state_.goals.notePending(wanted);
      if (Status status = letWait(std::move(candidate)); !status)
        return status;
      state_.updateWanted();
      continue;
    }
    const bool isRetry = !wanted.empty() && std::ranges::all_of(wanted, [&](SiteId site) {
      return state_.goals.isTried(site);
    });
    if (isRetry && isOrderly(candidate.execution.outcome)) {
      const auto verdict = state_.judge.sanitize(candidate.test);
      if (!verdict) {
        putBack(judged);
        putBack({&candidate, &candidates.back() + 1});
        return verdict.error();
      }
      if (*verdict && isUndefined(**verdict)) {
        state_.goals.noteAttempts(wanted, 1);
        state_.updateWanted();
        continue;
      }
    }
    judged.push_back(std::move(candidate));
  }
  return judge(std::move(judged));
}

Status Corpus::considerFirst(FunctionSearch &search, const TestCase &test,
                             const Execution &execution) {
  Candidate candidate{&search, test, execution, true};
  cutAtEnd(candidate);
  if (!mustWait())
    return consider(*candidate.search, candidate.test, execution.covered);
  state_.goals.notePending(state_.judge.sitesOf(execution.covered));
  candidate.execution = {.outcome = candidate.execution.outcome, .covered = execution.covered};
  return letWait(std::move(candidate));
}

/// What waits to be judged is on disk, too: nobody loses it, whatever ends the run.
Status Corpus::letWait(Candidate candidate) {
  unjudged_.push_back(std::move(candidate));
  const TestCase &test = unjudged_.back().test;
  return hooks_.waits ? hooks_.waits(testId(state_.subject, test), test) : support::Done{};
}

Status Corpus::judge(std::vector<Candidate> candidates) {
  if (candidates.empty())
    return support::Done{};
  std::vector<TestCase> tests;
  for (Candidate &candidate : candidates) {
    keepPromises(state_.subject, candidate.test);
    tests.push_back(candidate.test);
  }
  state_.ticks += candidates.size() * Prices::judging;
  const auto began = std::chrono::steady_clock::now();
  auto judged = state_.judge.judge(tests);
  secondsJudging += secondsSince(began);
  if (!judged) {
    putBack(candidates);
    return judged.error();
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    // What was kept since may leave nothing new.
    const Candidate &candidate = candidates[i];
    if (i > 0 && !candidate.isFirst && !wouldBeNews(*candidate.search, candidate.execution))
      continue;
    if (Status status = settle(candidate, std::move((*judged)[i])); !status) {
      putBack(std::span(candidates).subspan(i));
      return status;
    }
  }
  return support::Done{};
}

/// What a deadline cut short may be judged later, and no reason may deny that it was seen.
void Corpus::putBack(std::span<Candidate> candidates) {
  std::ranges::move(candidates, std::back_inserter(unjudged_));
}

/// Keeps a judged test if it is worth it, or a variant of it. One that flickers uses up patience
/// with what brought it here.
Status Corpus::settle(const Candidate &candidate, std::optional<KeptTest> judged) {
  FunctionSearch &search = *candidate.search;
  const std::vector<SiteId> once = flickering(candidate.execution.covered, judged);
  unstable += !judged || !once.empty() ? 1 : 0;
  state_.goals.noteAttempts(once, 1);
  if (!judged) {
    state_.updateWanted();
    return support::Done{};
  }
  KeptTest kept = std::move(*judged);
  state_.noteEnd(search, kept.outcome);
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
  const bool isRare = isCalm(kept) && !kept.test.refused.empty();
  Status status = keep(search, std::move(kept));
  if (!isRare)
    state_.goals.noteAttempts(wanted, cost);
  if (isDirtyTest && state_.goals.anyIsOpen(wanted)) {
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
  for (const std::deque<Candidate> *waiting : {&hung_, &unjudged_})
    for (const Candidate &run : *waiting)
      taken.insert(taken.end(), run.execution.covered.begin(), run.execution.covered.end());
  return taken;
}

Status Corpus::judgeHung() {
  Candidate next = std::move(hung_.front());
  hung_.pop_front();
  --next.search->postponed;
  if (!wouldBeNews(*next.search, next.execution))
    return support::Done{};
  const auto began = std::chrono::steady_clock::now();
  std::vector<Candidate> one;
  one.push_back(std::move(next));
  Status status = judge(std::move(one));
  secondsForOneHung_ = secondsSince(began);
  secondsHung_ += secondsForOneHung_;
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
    std::vector<Candidate> next;
    while (!unjudged_.empty() && next.size() < mostTogether) {
      if (unjudged_.front().isFirst ||
          wouldBeNews(*unjudged_.front().search, unjudged_.front().execution))
        next.push_back(std::move(unjudged_.front()));
      unjudged_.pop_front();
    }
    if (Status status = judge(std::move(next)); !status)
      return status;
  }
  return support::Done{};
}

Status Corpus::judgeWaiting(bool enginesAreIdle) {
  if (!unjudged_.empty() && (enginesAreIdle || !mustWait()))
    if (Status status = judgeUnjudged(); !status)
      return status;
  if (hung_.empty() || (state_.isTimed() && !enginesAreIdle &&
                        secondsHung_ + secondsForOneHung_ > shareOfHung * secondsSince(began_)))
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
    const TestCase simple = variants.back();
    if (auto larger = enlarged(state_.subject, simple, roomierLength))
      variants.push_back(std::move(*larger));
    if (auto roomy = withRoomyObjects(state_.subject, simple, roomyObject))
      variants.push_back(std::move(*roomy));
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
  const FirstWithEffect first =
      [&](std::span<const TestCase> candidates) -> std::optional<std::size_t> {
    if (state_.isOutOfTime())
      return std::nullopt;
    state_.ticks += Prices::runForked + candidates.size() * Prices::runLoosely;
    for (const execute::Find &run : tryOut(state_.plain, candidates, false, costly)) {
      const std::vector<SiteId> sites = state_.judge.sitesOf(run.execution.covered);
      if (std::includes(sites.begin(), sites.end(), wanted.begin(), wanted.end()))
        return run.index;
    }
    return std::nullopt;
  };
  return minimise(state_.subject, test, first, minimiseCalls);
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

  if (isNewComplaint && !kept.verdict->file.empty())
    state_.errors.push_back({kept.verdict->file, kept.verdict->line});

  // Others go on looking for a usual cause.
  const bool isUsual = kept.test.refused.empty();
  for (const SiteId site : wanted) {
    if (isCalm(kept) && isUsual)
      state_.goals.noteGreen(site);
    if (kept.isGreen() || (state_.settings.goal == site && !kept.needsUb))
      state_.goals.noteReached(site);
  }
  search.runsAtGain = search.runs;
  ++gains_;
  if (isUsual)
    search.generator.observe(kept.test, {.outcome = kept.outcome, .covered = kept.branches});
  if (isUsual && isCalm(kept) && std::holds_alternative<Returned>(kept.outcome))
    state_.sequences.pool.add(kept.test);
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
