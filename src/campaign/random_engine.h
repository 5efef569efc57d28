#pragma once

#include "campaign/corpus.h"
#include "model/sharing.h"

#include <vector>

namespace campaign {

/// Random search: proposes a batch, the executor explores it and hands back the few runs that took
/// an unseen branch or did not return, and each of those is judged.
///
/// It is dry when a number of runs in a row, growing with what its last gain took, brought nothing.
/// It goes on, however, within the budget, as long as undefined behaviour takes a branch and the
/// solver has not said that there is no clean way.
class RandomEngine final : public Engine {
public:
  /// All must outlive it.
  RandomEngine(SearchState &state, Corpus &corpus, FunctionSearch &search);

  double promise() const override {
    return Promises::random * (search_.isWanted(state_.goals) ? 1 : Promises::elsewhere);
  }
  const char *name() const override { return "random"; }
  bool hasWork() const override;
  support::Status work(Ticks ticks) override;
  void observeStarving() override { search_.generator.endWithInputs(); }

private:
  /// How much is spent on a function, by what a run costs: microseconds in process, a fork
  /// otherwise. A process takes as long to start as hundreds of runs in it, so batches grow while
  /// nothing is found that the next proposals could build on.
  struct Effort {
    std::uint64_t leastBatch, mostBatch;
    std::uint64_t leastRunsUntilDry;
    Ticks price; // of a run
  };
  static const Effort inProcess, inLooseProcess, bySteps, forked;
  static const Effort &effortFor(model::Sharing sharing);

  std::uint64_t batchSize(Ticks ticks) const;
  support::Status takeBatch(Ticks ticks);
  bool mayVary() const;
  void shortenRuns();
  void takeSeeds(std::vector<execute::Find> &finds);
  void takeNearest(std::vector<execute::Find> &finds, bool varied);
  support::Status repeatAlone(std::vector<Corpus::Candidate> &candidates);
  support::Status sample(std::size_t size);
  std::uint64_t runsUntilDry() const;

  SearchState &state_;
  Corpus &corpus_;
  FunctionSearch &search_;
  const Effort *effort_;
  execute::ExploreOptions explore_;
  std::size_t repeated_ = 0, held_ = 0; // finds of shared processes: run again, and still news
  bool dry_ = false, sampled_ = false, sampledFirst_ = false;
  bool isOut_ = false;              // nothing new for long; but undefined behaviour takes something
  std::uint64_t wantedVersion_ = 0; // what the generator was told of what is wanted...
  bool goesNear_ = false;           // ...and whether it made use of it
  double secondsVaried_ = 0, secondsWhole_ = 0; // in batches of either kind
};

} // namespace campaign
