#include "campaign/clean_engine.h"

#include "campaign/enlarge.h"
#include "campaign/error_engine.h"
#include "model/honest.h"

#include <algorithm>

namespace campaign {

using namespace model;
using support::Status;

namespace {

constexpr std::size_t mostStarts = 64;
constexpr std::uint64_t quietRuns = 1024; // after so many without a gain other ways had a chance

} // namespace

CleanEngine::CleanEngine(SearchState &state, Corpus &corpus, FunctionSearch &search,
                         ConcolicShared &shared)
    : state_(state), corpus_(corpus), search_(search), shared_(shared) {}

bool CleanEngine::isAnythingLeft() const {
  return !shared_.cleanIsOff && !search_.hangsTooOften() &&
         state_.goals.anyIsNotGreen(search_.dirty) &&
         (!starts_.empty() || (concolic_ && !concolic_->isDry()));
}

bool CleanEngine::isStubborn() const {
  return std::ranges::any_of(search_.dirty,
                             [&](SiteId site) { return state_.goals.isStubborn(site); });
}

bool CleanEngine::hasWork() const {
  const auto othersAreDry = [&] {
    return std::ranges::none_of(search_.engines, [&](const auto &engine) {
      return engine.get() != this && engine.get() != search_.errors && engine->hasWork();
    });
  };
  const bool isQuiet = search_.runs - search_.runsAtGain > quietRuns;
  return isAnythingLeft() && (isStubborn() || isQuiet || othersAreDry());
}

bool CleanEngine::mustWait() const { return starts_.empty() && concolic_ && concolic_->mustWait(); }

void CleanEngine::addStart(const TestCase &test) {
  if (startCount_++ < mostStarts)
    starts_.push_back(test);
}

void CleanEngine::observe(const KeptTest &test) {
  if (concolic_ && test.isGreen() && isOrderly(test.outcome))
    addStart(test.test);
}

/// Once the solver has said of everything that there is no clean way, other dirty ones say no more.
void CleanEngine::observeDirty(const TestCase &test) {
  if (std::ranges::any_of(search_.dirty, [&](SiteId site) { return isUndecided(site); }))
    addStart(test);
}

bool CleanEngine::isUndecided(SiteId site) const {
  return !state_.goals.isGreen(site) && !isRefuted(soughtFor(site));
}

Status CleanEngine::work(Ticks ticks) {
  if (!concolic_) {
    concolic_ = std::make_unique<ConcolicSearch>(state_.subject, state_.settings.symbolic,
                                                 *shared_.solver, shared_.oracle, shared_.recording,
                                                 ConcolicSearch::Way::Cleanly);
    for (const KeptTest &kept : corpus_.tests)
      if (kept.isGreen() && kept.test.function() == search_.function)
        addStart(kept.test);
  }
  const Allotment allotment(state_, ticks);
  while (!allotment.isUsed() && isAnythingLeft() && !mustWait() && !state_.isOver()) {
    if (wantedVersion_ != state_.wantedVersion) {
      concolic_->want(state_.goals.dirtyBranches());
      wantedVersion_ = state_.wantedVersion;
    }
    const PricedStep step(state_, *concolic_, shared_.recording);
    Status status = goOn();
    if (!status && state_.deadline.isOver())
      return status;
    if (!status) {
      shared_.cleanIsOff = true;
      state_.notes.push_back("ways without undefined behaviour could not be asked for: " +
                             status.error().message);
    }
  }
  return support::Done{};
}

Status CleanEngine::goOn() {
  if (!starts_.empty()) {
    TestCase test = std::move(starts_.front());
    starts_.pop_front();
    state_.count(search_, 1);
    const auto execution = concolic_->start(test);
    return execution ? support::Done{} : Status(execution.error());
  }
  auto ran = concolic_->step();
  if (!ran)
    return ran.error();
  if (!*ran)
    return support::Done{};
  state_.count(search_, 1);
  search_.costlyRuns += isCostly((*ran)->execution.outcome) ? 1 : 0;
  return considerClean((*ran)->test(), (*ran)->execution);
}

/// Judges a run that was to be clean, and the same with more room, since checks know nothing of how
/// large objects are.
Status CleanEngine::considerClean(const TestCase &test, const Execution &execution) {
  if (corpus_.isNews(search_, test, execution))
    return corpus_.considerRun(search_, test, execution);
  if (!isOrderly(execution.outcome) ||
      !state_.goals.anyIsNotGreen(state_.judge.sitesOf(execution.covered)))
    return support::Done{};
  std::vector<TestCase> variants = {test};
  if (auto larger = enlarged(state_.subject, test, roomierLength))
    variants.push_back(std::move(*larger));
  for (TestCase &variant : variants) {
    keepPromises(state_.subject, variant);
    const auto verdict = state_.judge.sanitize(variant);
    if (!verdict)
      return verdict.error();
    if (!*verdict)
      return corpus_.consider(search_, variant, execution.covered);
  }
  return support::Done{};
}

CleanSearch CleanEngine::soughtFor(SiteId site) const {
  CleanSearch sought;
  sought.isOver = !shared_.cleanIsOff && concolic_ && !isAnythingLeft();
  for (std::size_t i = 0; concolic_ && i < state_.branches.branches.size(); ++i)
    if (state_.branches.branches[i].site == site) {
      const generate::Asked asked = concolic_->askedFor(BranchId(i));
      sought.contradicted += asked.unsat;
      sought.undecided += asked.unknown;
      sought.inVain += asked.sat;
    }
  return sought;
}

bool CleanEngine::mayTakeCleanly() const {
  return std::ranges::any_of(search_.undefined, [&](SiteId site) { return isUndecided(site); });
}

} // namespace campaign
