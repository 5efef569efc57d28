#include "campaign/clean_engine.h"

#include "campaign/enlarge.h"
#include "campaign/error_engine.h"
#include "model/honest.h"

#include <algorithm>

namespace campaign {

using namespace model;
using support::Status;

bool CleanEngine::isAnythingLeft() const {
  return !isOff() && !search_.hangsTooOften() && state_.goals.anyIsOpen(search_.dirty) &&
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
  return isAnythingLeft() && (isStubborn() || isQuiet() || othersAreDry());
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

void CleanEngine::begin() {
  for (const KeptTest &kept : corpus_.tests)
    if (kept.isGreen() && kept.test.function() == search_.function)
      addStart(kept.test);
}

void CleanEngine::aim(bool isNew) {
  if (isNew)
    concolic_->want(state_.goals.dirtyBranches());
}

/// Judges a run that was to be clean, and the same with more room, since checks know nothing of how
/// large objects are.
Status CleanEngine::learn(const ConcolicSearch::Ran &ran) {
  const TestCase &test = ran.test();
  const Execution &execution = ran.execution;
  if (corpus_.isNews(search_, test, execution))
    return corpus_.considerRun(search_, test, execution);
  if (!isOrderly(execution.outcome) ||
      !state_.goals.anyIsOpen(state_.judge.sitesOf(execution.covered)))
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
  sought.isOver = !isOff() && concolic_ && !isAnythingLeft();
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
