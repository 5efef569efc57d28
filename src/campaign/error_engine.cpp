#include "campaign/error_engine.h"

#include <algorithm>

namespace campaign {

using namespace model;
using support::Status;

namespace {

constexpr std::size_t mostStarts = 64;
constexpr std::uint64_t quietRuns = 1024; // after so many without a gain the others had a chance
constexpr std::uint64_t mostRunsInVain = 192;

} // namespace

ErrorEngine::ErrorEngine(SearchState &state, Corpus &corpus, FunctionSearch &search,
                         ConcolicShared &shared, ErrorGoals &goals)
    : state_(state), corpus_(corpus), search_(search), shared_(shared), goals_(goals) {}

bool ErrorEngine::isAnythingLeft() const {
  return !shared_.errorsAreOff && goals_.isAnyWanted() && !search_.hangsTooOften() &&
         runsInVain_ < mostRunsInVain &&
         (!starts_.empty() || (concolic_ && concolic_->isAnyErrorOpen() && !concolic_->isDry()));
}

bool ErrorEngine::isItsTurn() const {
  const bool isQuiet = search_.runs - search_.runsAtGain > quietRuns;
  return !search_.isWanted(state_.goals) || isQuiet ||
         std::ranges::none_of(search_.engines, [&](const auto &engine) {
           return engine.get() != this && engine->hasWork();
         });
}

bool ErrorEngine::hasWork() const { return isAnythingLeft() && isItsTurn(); }

/// With a limit in seconds nobody waits for compilers, and this target is the last that is built.
bool ErrorEngine::mustWait() const {
  const SymbolicParts &parts = state_.settings.symbolic;
  const auto isReady = [](const std::function<bool()> &is) { return !is || is(); };
  const bool isThere = !state_.isTimed() || shared_.mayWait ||
                       (isReady(state_.settings.sanitizersAreReady) && isReady(parts.isReady) &&
                        isReady(parts.isCheckedReady));
  return !isThere || (starts_.empty() && concolic_ && concolic_->mustWait());
}

void ErrorEngine::observe(const KeptTest &test) {
  if (!isCostly(test.outcome) && startCount_++ < mostStarts)
    starts_.push_back(test.test);
}

Status ErrorEngine::work(Ticks ticks) {
  if (!concolic_) {
    concolic_ = std::make_unique<ConcolicSearch>(state_.subject, state_.settings.symbolic,
                                                 *shared_.solver, shared_.oracle, shared_.recording,
                                                 ConcolicSearch::Way::ToErrors);
    concolic_->wantErrors([this](const generate::Step &error, bool isCallers) {
      return goals_.isWanted(error, isCallers);
    });
  }
  const Allotment allotment(state_, ticks);
  while (!allotment.isUsed() && isAnythingLeft() && !mustWait() && !state_.isOver()) {
    const PricedStep step(state_, *concolic_, shared_.recording);
    Status status = goOn();
    if (!status && state_.deadline.isOver())
      return status;
    if (!status) {
      shared_.errorsAreOff = true;
      state_.notes.push_back("errors were not sought any more: " + status.error().message);
    }
  }
  return support::Done{};
}

Status ErrorEngine::goOn() {
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
  ++runsInVain_;
  search_.costlyRuns += isCostly((*ran)->execution.outcome) ? 1 : 0;
  const std::uint64_t gains = corpus_.gains();
  Status status = consider(**ran);
  if (corpus_.gains() > gains)
    runsInVain_ = 0;
  return status;
}

/// Most errors neither crash nor take a branch: the sanitizers see every run.
Status ErrorEngine::consider(const ConcolicSearch::Ran &ran) {
  if (isCostly(ran.execution.outcome) ||
      saysNothing(ran.execution.outcome, state_.settings.earlyEnds))
    return corpus_.considerRun(search_, ran.test(), ran.execution);
  state_.ticks += Prices::judging / 4;
  const auto verdict = state_.judge.sanitize(ran.test());
  if (!verdict)
    return verdict.error();
  if (const auto &query = ran.proposal.query; *verdict && query)
    if (const generate::Step &step = query->flip.alternative.step; generate::isError(step))
      goals_.noteMade(step);
  if (*verdict && !corpus_.isKnown(**verdict))
    return corpus_.consider(search_, ran.test(), ran.execution.covered);
  return corpus_.considerRun(search_, ran.test(), ran.execution);
}

} // namespace campaign
