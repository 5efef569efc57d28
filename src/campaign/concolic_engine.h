#pragma once

#include "campaign/concolic.h"
#include "campaign/corpus.h"

#include <deque>
#include <memory>
#include <set>
#include <string>

namespace campaign {

/// What the concolic engines of all functions share.
struct ConcolicShared {
  /// All must outlive it.
  explicit ConcolicShared(SearchState &state);

  PureOracle oracle;                            // paths refer to it
  std::unique_ptr<generate::FlipSolver> solver; // none: nothing is solved
  RecordingCounts recording;
  bool isOff = false, cleanIsOff = false, errorsAreOff = false; // a target could not be had
  bool mayWait = false; // for the symbolic target: there is nothing else to do
};

/// Concolic search: starts from the tests that were kept, turns their paths where something wanted
/// is near, and runs what the solver finds in the symbolic target.
class ConcolicEngine final : public Engine {
public:
  /// All must outlive it.
  ConcolicEngine(SearchState &state, Corpus &corpus, FunctionSearch &search,
                 ConcolicShared &shared);

  double promise() const override {
    return Promises::aimed * (search_.isWanted(state_.goals) ? 1 : Promises::elsewhere);
  }
  const char *name() const override { return "concolic"; }
  bool hasWork() const override;
  bool mustWait() const override;
  support::Status work(Ticks ticks) override;
  void observe(const model::KeptTest &test) override;
  void observeStarving() override;

  /// A test to start from, beside those that are kept.
  void startFrom(model::TestCase test) { untraced_.push_back(std::move(test)); }
  /// None before the first slice.
  const ConcolicSearch *concolic() const { return concolic_.get(); }

private:
  support::Status startFromKept();
  support::Status turnPath();
  support::Status learn(const ConcolicSearch::Ran &run);

  SearchState &state_;
  Corpus &corpus_;
  FunctionSearch &search_;
  ConcolicShared &shared_;
  std::unique_ptr<ConcolicSearch> concolic_;
  std::deque<model::TestCase> untraced_; // kept, and not yet a start
  std::set<std::string> traced_;         // ids of tests whose paths are known
  std::uint64_t wantedVersion_ = 0;      // what the search was told of what is wanted
};

/// Pays for the recorded runs and the queries of one step when it ends.
class PricedStep {
public:
  PricedStep(SearchState &state, const ConcolicSearch &search, const RecordingCounts &recording);
  PricedStep(const PricedStep &) = delete;
  PricedStep &operator=(const PricedStep &) = delete;
  ~PricedStep();

private:
  SearchState &state_;
  const ConcolicSearch &search_;
  const RecordingCounts &recording_;
  const std::uint64_t flips_, hardFlips_, runs_, events_; // before it
};

} // namespace campaign
