#pragma once

#include "campaign/path_engine.h"

namespace campaign {

/// A branch that only undefined behaviour or a crash has taken so far gets a search of its own: the
/// runs that took it, and clean ones, are recorded with the conditions under which nothing goes
/// wrong (ir/checks.h), and what is asked for is a way there on which all of them hold.
class CleanEngine final : public PathEngine {
public:
  /// All must outlive it.
  CleanEngine(SearchState &state, Corpus &corpus, FunctionSearch &search, ConcolicShared &shared)
      : PathEngine(state, corpus, search, shared, Way::Cleanly) {}

  double promise() const override {
    return Promises::aimed * (search_.isWanted(state_.goals) ? 1 : Promises::elsewhere);
  }
  const char *name() const override { return "clean ways"; }
  /// Only once other ways of getting there cleanly had a chance, since a target has to be built.
  bool hasWork() const override;
  void observe(const model::KeptTest &test) override;
  void observeDirty(const model::TestCase &test) override;

  /// What came of the search for a clean way to a site.
  model::CleanSearch soughtFor(model::SiteId site) const;
  /// Whether undefined behaviour takes something, and that it must is not known.
  bool mayTakeCleanly() const;
  bool isAnythingLeft() const override;

private:
  const char *givenUp() const override {
    return "ways without undefined behaviour could not be asked for";
  }
  void begin() override;
  void aim(bool isNew) override;
  support::Status learn(const ConcolicSearch::Ran &ran) override;
  bool isStubborn() const;
  bool isUndecided(model::SiteId site) const;
};

} // namespace campaign
