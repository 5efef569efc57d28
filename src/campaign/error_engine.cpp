#include "campaign/error_engine.h"

#include <algorithm>

namespace campaign {

using namespace model;
using support::Status;

namespace {

constexpr std::uint64_t mostRunsInVain = 192;

} // namespace

bool ErrorEngine::isAnythingLeft() const {
  return !isOff() && goals_.isAnyWanted() && !search_.hangsTooOften() &&
         runsInVain_ < mostRunsInVain &&
         (!starts_.empty() || (concolic_ && concolic_->isAnyErrorOpen() && !concolic_->isDry()));
}

bool ErrorEngine::isItsTurn() const {
  return !search_.isWanted(state_.goals) || isQuiet() ||
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
  return !isThere || PathEngine::mustWait();
}

void ErrorEngine::observe(const KeptTest &test) {
  if (!isCostly(test.outcome))
    addStart(test.test);
}

void ErrorEngine::begin() {
  concolic_->wantErrors([this](const generate::Step &error, bool isCallers) {
    return goals_.isWanted(error, isCallers);
  });
}

Status ErrorEngine::learn(const ConcolicSearch::Ran &ran) {
  ++runsInVain_;
  const std::uint64_t gains = corpus_.gains();
  Status status = consider(ran);
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
  if (const auto &query = ran.proposal.query; *verdict && !(*verdict)->isLeak && query)
    if (const generate::Step &step = query->flip.alternative.step; generate::isError(step))
      goals_.noteMade(step);
  if (*verdict && !corpus_.isKnown(**verdict))
    return corpus_.consider(search_, ran.test(), ran.execution.covered);
  return corpus_.considerRun(search_, ran.test(), ran.execution);
}

} // namespace campaign
