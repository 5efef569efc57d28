#pragma once

#include "campaign/corpus.h"

#include <deque>
#include <set>
#include <vector>

namespace campaign {

/// What the engines of all functions share.
struct RefusalShared {
  std::set<model::SiteId> taken; // by tests that refuse something
};

/// Refuses the subject what it asks the environment for: tests that were kept are run again, each
/// time with another of their allocations failing, while something is open; also those that run
/// into undefined behaviour, perhaps behind the allocation only. That is a rare cause:
/// what only such tests take stays wanted, and others go on looking for a usual one (Corpus).
class RefusalEngine final : public Engine {
public:
  /// All must outlive it. The engines that the function has by now come first.
  RefusalEngine(SearchState &state, Corpus &corpus, FunctionSearch &search, RefusalShared &shared);

  double promise() const override {
    return Promises::refusals * (search_.isWanted(state_.goals) ? 1 : Promises::elsewhere);
  }
  const char *name() const override { return "refusals"; }
  bool hasWork() const override;
  support::Status work(Ticks ticks) override;
  void observe(const model::KeptTest &test) override;
  void observeDirty(const model::TestCase &test) override { addStart(test); }

private:
  void addStart(const model::TestCase &test);
  bool isItsTurn() const;
  bool takesMore(const model::Execution &execution) const;
  support::Status refuseIn(const model::TestCase &start);

  SearchState &state_;
  Corpus &corpus_;
  FunctionSearch &search_;
  RefusalShared &shared_;
  std::vector<const Engine *> first_;
  std::deque<model::TestCase> starts_; // not yet tried
  std::size_t startCount_ = 0;
};

} // namespace campaign
