#pragma once

#include "campaign/concolic.h"
#include "campaign/corpus.h"

#include <array>
#include <deque>
#include <memory>

namespace campaign {

/// What the concolic engines of all functions share.
struct ConcolicShared {
  /// All must outlive it.
  explicit ConcolicShared(SearchState &state);

  PureOracle oracle;                            // paths refer to it
  std::unique_ptr<generate::FlipSolver> solver; // none: nothing is solved
  generate::PathBudget budget;
  RecordingCounts recording;
  std::array<bool, 3> isOff = {}; // by Way: a target could not be had
  bool mayWait = false;           // for the symbolic target: there is nothing else to do
};

/// What engines over a ConcolicSearch have in common: they record tests to start from, turn the
/// paths of those, and run what the solver finds. Each says what is aimed at, and what is made of a
/// run.
class PathEngine : public Engine {
public:
  bool mustWait() const override;
  support::Status work(Ticks ticks) final;

  /// None before the first slice.
  const ConcolicSearch *concolic() const { return concolic_.get(); }

protected:
  using Way = ConcolicSearch::Way;
  /// All must outlive it.
  PathEngine(SearchState &state, Corpus &corpus, FunctionSearch &search, ConcolicShared &shared,
             Way way);

  /// Whether there is a test to start from, or a path to turn, that is worth it.
  virtual bool isAnythingLeft() const = 0;
  /// How a note begins that says why nothing is done any more.
  virtual const char *givenUp() const = 0;
  /// The first slice begins.
  virtual void begin() {}
  /// The next step begins; `isNew`: what is wanted has changed.
  virtual void aim(bool isNew) = 0;
  /// A test to start from was recorded.
  virtual support::Status started(const model::TestCase &test, const model::Execution &execution);
  /// A path was turned, and the test that came of it was run.
  virtual support::Status learn(const ConcolicSearch::Ran &ran) = 0;

  /// One of the first few is a test to start from.
  void addStart(const model::TestCase &test);
  bool isOff() const { return shared_.isOff[static_cast<std::size_t>(way_)]; }
  /// Whether random search had a chance and gained nothing.
  bool isQuiet() const;

  SearchState &state_;
  Corpus &corpus_;
  FunctionSearch &search_;
  ConcolicShared &shared_;
  std::unique_ptr<ConcolicSearch> concolic_;
  std::deque<model::TestCase> starts_; // not yet recorded

private:
  support::Status goOn();
  void noteCost(const model::Execution &execution);

  const Way way_;
  std::size_t startCount_ = 0;
  std::uint64_t wantedVersion_ = 0; // what it was told of what is wanted
};

} // namespace campaign
