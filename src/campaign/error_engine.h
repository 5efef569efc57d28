#pragma once

#include "campaign/concolic_engine.h"
#include "campaign/error_goals.h"

#include <deque>
#include <memory>

namespace campaign {

/// Looks for inputs on which an operation of the subject's goes wrong: tests that are kept are
/// recorded with the conditions under which nothing does, and inputs are asked for that go the same
/// way and break one of them. Whether that is an error the sanitizers say, of every run made here.
class ErrorEngine final : public Engine {
public:
  /// All must outlive it.
  ErrorEngine(SearchState &state, Corpus &corpus, FunctionSearch &search, ConcolicShared &shared,
              ErrorGoals &goals);

  double promise() const override { return Promises::errors; }
  const char *name() const override { return "errors"; }
  /// Only where the function's branches are covered, or the others have nothing to do there.
  bool hasWork() const override;
  bool mustWait() const override;
  support::Status work(Ticks ticks) override;
  void observe(const model::KeptTest &test) override;

  const ConcolicSearch *concolic() const { return concolic_.get(); }

private:
  bool isItsTurn() const;
  bool isAnythingLeft() const;
  support::Status goOn();
  support::Status consider(const ConcolicSearch::Ran &ran);

  SearchState &state_;
  Corpus &corpus_;
  FunctionSearch &search_;
  ConcolicShared &shared_;
  ErrorGoals &goals_;
  std::unique_ptr<ConcolicSearch> concolic_;
  std::deque<model::TestCase> starts_;
  std::size_t startCount_ = 0;
  std::uint64_t runsInVain_ = 0; // since the last one that added something
};

} // namespace campaign
