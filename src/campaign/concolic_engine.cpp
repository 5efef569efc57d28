#include "campaign/concolic_engine.h"

#include "campaign/journal.h"
#include "model/value_access.h"

namespace campaign {

using namespace model;
using support::Status;

bool ConcolicEngine::isAnythingLeft() const {
  return !isOff() && !search_.hangsTooOften() && !state_.goals.areAllReached() &&
         (!starts_.empty() || (concolic_ && !concolic_->isDry()));
}

bool ConcolicEngine::mustWait() const {
  const auto &isReady = state_.settings.symbolic.isReady;
  const bool isThere = !state_.isTimed() || shared_.mayWait || !isReady || isReady();
  return !isThere || PathEngine::mustWait();
}

void ConcolicEngine::observe(const KeptTest &test) {
  if (!isCostly(test.outcome) && !traced_.contains(test.id))
    starts_.push_back(test.test);
}

/// A function that goes on asking for inputs is tested up to where they end.
void ConcolicEngine::observeStarving() {
  for (TestCase &test : starts_)
    test.endsAfterZeros = zerosToTry;
}

void ConcolicEngine::aim(bool isNew) {
  if (isNew)
    concolic_->want(state_.wantedBranches);
}

Status ConcolicEngine::started(const TestCase &test, const Execution &execution) {
  traced_.insert(testId(state_.subject, test));
  return corpus_.considerRun(search_, test, execution);
}

Status ConcolicEngine::learn(const ConcolicSearch::Ran &ran) {
  traced_.insert(testId(state_.subject, ran.test()));
  if (Status status = corpus_.considerRun(search_, ran.test(), ran.execution); !status)
    return status;
  // A branch that was taken, and is still wanted, was taken by way of undefined behaviour, which is
  // mostly an overflow: smaller numbers may do.
  if (state_.goals.anyIsWanted(state_.judge.sitesOf(ran.execution.covered)))
    concolic_->tame(ran);
  return support::Done{};
}

} // namespace campaign
