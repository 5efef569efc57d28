#pragma once

#include "campaign/error_goals.h"
#include "campaign/path_engine.h"

namespace campaign {

/// Looks for inputs on which an operation of the subject's goes wrong: tests that are kept are
/// recorded with the conditions under which nothing does, and inputs are asked for that go the same
/// way and break one of them. Whether that is an error the sanitizers say, of every run made here.
class ErrorEngine final : public PathEngine {
public:
  /// All must outlive it.
  ErrorEngine(SearchState &state, Corpus &corpus, FunctionSearch &search, ConcolicShared &shared,
              ErrorGoals &goals)
      : PathEngine(state, corpus, search, shared, Way::ToErrors), goals_(goals) {}

  double promise() const override { return Promises::errors; }
  const char *name() const override { return "errors"; }
  /// Only where the function's branches are covered, or the others have nothing to do there.
  bool hasWork() const override;
  bool mustWait() const override;
  void observe(const model::KeptTest &test) override;

private:
  bool isAnythingLeft() const override;
  const char *givenUp() const override { return "errors were not sought any more"; }
  void begin() override;
  void aim(bool) override {}
  support::Status learn(const ConcolicSearch::Ran &ran) override;
  bool isItsTurn() const;
  support::Status consider(const ConcolicSearch::Ran &ran);

  ErrorGoals &goals_;
  std::uint64_t runsInVain_ = 0; // since the last one that added something
};

} // namespace campaign
