#pragma once

#include "campaign/path_engine.h"

#include <set>
#include <string>

namespace campaign {

/// Concolic search: starts from the tests that were kept, turns their paths where something wanted
/// is near, and runs what the solver finds in the symbolic target.
class ConcolicEngine final : public PathEngine {
public:
  /// All must outlive it.
  ConcolicEngine(SearchState &state, Corpus &corpus, FunctionSearch &search, ConcolicShared &shared)
      : PathEngine(state, corpus, search, shared, Way::Any) {}

  double promise() const override {
    return Promises::aimed * (search_.isWanted(state_.goals) ? 1 : Promises::elsewhere);
  }
  const char *name() const override { return "concolic"; }
  bool hasWork() const override { return isAnythingLeft(); }
  bool mustWait() const override;
  void observe(const model::KeptTest &test) override;
  void observeStarving() override;

  /// A test to start from, beside those that are kept.
  void startFrom(model::TestCase test) { starts_.push_back(std::move(test)); }

private:
  bool isAnythingLeft() const override;
  const char *givenUp() const override { return "concolic search was given up"; }
  void aim(bool isNew) override;
  support::Status started(const model::TestCase &test, const model::Execution &execution) override;
  support::Status learn(const ConcolicSearch::Ran &ran) override;

  std::set<std::string> traced_; // ids of tests whose paths are known
};

} // namespace campaign
