#pragma once

#include "campaign/concolic_engine.h"

#include <deque>
#include <memory>

namespace campaign {

/// A branch that only undefined behaviour or a crash has taken so far gets a search of its own: the
/// runs that took it, and clean ones, are recorded with the conditions under which nothing goes
/// wrong (ir/checks.h), and what is asked for is a way there on which all of them hold.
class CleanEngine final : public Engine {
public:
  /// All must outlive it.
  CleanEngine(SearchState &state, Corpus &corpus, FunctionSearch &search, ConcolicShared &shared);

  double promise() const override {
    return Promises::aimed * (search_.isWanted(state_.goals) ? 1 : Promises::elsewhere);
  }
  const char *name() const override { return "clean ways"; }
  /// Only once other ways of getting there cleanly had a chance, since a target has to be built.
  bool hasWork() const override;
  bool mustWait() const override;
  support::Status work(Ticks ticks) override;
  void observe(const model::KeptTest &test) override;
  void observeDirty(const model::TestCase &test) override;

  /// What came of the search for a clean way to a site.
  model::CleanSearch soughtFor(model::SiteId site) const;
  /// Whether undefined behaviour takes something, and that it must is not known.
  bool mayTakeCleanly() const;
  const ConcolicSearch *concolic() const { return concolic_.get(); }

  bool isAnythingLeft() const;

private:
  bool isStubborn() const;
  bool isUndecided(model::SiteId site) const;
  void addStart(const model::TestCase &test);
  support::Status goOn();
  support::Status considerClean(const model::TestCase &test, const model::Execution &execution);

  SearchState &state_;
  Corpus &corpus_;
  FunctionSearch &search_;
  ConcolicShared &shared_;
  std::unique_ptr<ConcolicSearch> concolic_;
  std::deque<model::TestCase> starts_;
  std::size_t startCount_ = 0;
  std::uint64_t wantedVersion_ = 0;
};

} // namespace campaign
