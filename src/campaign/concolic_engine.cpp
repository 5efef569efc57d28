#include "campaign/concolic_engine.h"

#include "campaign/journal.h"
#include "model/value_access.h"

namespace campaign {

using namespace model;
using support::Status;

PricedStep::PricedStep(SearchState &state, const ConcolicSearch &search,
                       const RecordingCounts &recording)
    : state_(state), search_(search), recording_(recording), flips_(search.counts().flips),
      hardFlips_(search.counts().hardFlips), runs_(recording.runs), events_(recording.events) {}

PricedStep::~PricedStep() {
  const std::uint64_t hard = search_.counts().hardFlips - hardFlips_;
  state_.ticks += 1 + (recording_.runs - runs_) * Prices::recordedRun +
                  (recording_.events - events_) / Prices::recordedEventsPerTick +
                  (search_.counts().flips - flips_ - hard) * Prices::quickQuery +
                  hard * Prices::hardQuery;
}

/// With a limit in seconds solving goes on beside running. A subject's own functions, which the
/// solver may want to call, run in the target that is used elsewhere, too: then nothing is beside.
ConcolicShared::ConcolicShared(SearchState &state) : oracle(state.subject, state.plain) {
  const SymbolicParts &parts = state.settings.symbolic;
  const bool isBeside = state.isTimed() && state.subject.pures.empty() && !parts.selfCheck;
  if (parts.solver)
    solver = std::make_unique<generate::FlipSolver>(*parts.solver,
                                                    isBeside ? generate::FlipSolver::Mode::Beside
                                                             : generate::FlipSolver::Mode::AtOnce);
}

ConcolicEngine::ConcolicEngine(SearchState &state, Corpus &corpus, FunctionSearch &search,
                               ConcolicShared &shared)
    : state_(state), corpus_(corpus), search_(search), shared_(shared) {}

bool ConcolicEngine::hasWork() const {
  return !shared_.isOff && !search_.hangsTooOften() && !state_.goals.areAllReached() &&
         (!untraced_.empty() || (concolic_ && !concolic_->isDry()));
}

bool ConcolicEngine::mustWait() const {
  const auto &isReady = state_.settings.symbolic.isReady;
  const bool isThere = !state_.isTimed() || shared_.mayWait || !isReady || isReady();
  return !isThere || (untraced_.empty() && concolic_ && concolic_->mustWait());
}

void ConcolicEngine::observe(const KeptTest &test) {
  if (!isCostly(test.outcome) && !traced_.contains(test.id))
    untraced_.push_back(test.test);
}

/// A function that goes on asking for inputs is tested up to where they end.
void ConcolicEngine::observeStarving() {
  for (TestCase &test : untraced_)
    test.endsAfterZeros = zerosToTry;
}

Status ConcolicEngine::work(Ticks ticks) {
  if (!concolic_)
    concolic_ =
        std::make_unique<ConcolicSearch>(state_.subject, state_.settings.symbolic, *shared_.solver,
                                         shared_.oracle, shared_.recording);
  const Allotment allotment(state_, ticks);
  while (!allotment.isUsed() && hasWork() && !mustWait() && !state_.isOver()) {
    if (wantedVersion_ != state_.wantedVersion) {
      concolic_->want(state_.wantedBranches);
      wantedVersion_ = state_.wantedVersion;
    }
    const PricedStep step(state_, *concolic_, shared_.recording);
    Status status = untraced_.empty() ? turnPath() : startFromKept();
    if (!status && state_.deadline.isOver())
      return status;
    if (!status) {
      // A symbolic target that can't be had is no reason to give up what random search can do.
      shared_.isOff = true;
      state_.notes.push_back("concolic search was given up: " + status.error().message);
    }
  }
  return support::Done{};
}

Status ConcolicEngine::startFromKept() {
  TestCase test = std::move(untraced_.front());
  untraced_.pop_front();
  state_.count(search_, 1);
  const auto execution = concolic_->start(test);
  if (!execution)
    return execution.error();
  search_.costlyRuns += isCostly(execution->outcome) ? 1 : 0;
  traced_.insert(testId(state_.subject, test));
  return corpus_.considerRun(search_, test, *execution);
}

Status ConcolicEngine::turnPath() {
  auto ran = concolic_->step();
  if (!ran)
    return ran.error();
  if (!*ran)
    return support::Done{};
  if (Status status = learn(**ran); !status)
    return status;
  // A branch that was taken, and is still wanted, was taken by way of undefined behaviour, which is
  // mostly an overflow: smaller numbers may do.
  if (state_.goals.anyIsWanted(state_.judge.sitesOf((*ran)->execution.covered)))
    concolic_->tame(**ran);
  return support::Done{};
}

/// Judges what a run did, if it is news.
Status ConcolicEngine::learn(const ConcolicSearch::Ran &run) {
  state_.count(search_, 1);
  search_.costlyRuns += isCostly(run.execution.outcome) ? 1 : 0;
  traced_.insert(testId(state_.subject, run.test()));
  return corpus_.considerRun(search_, run.test(), run.execution);
}

} // namespace campaign
