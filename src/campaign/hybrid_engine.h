#pragma once

#include "campaign/input_rounds.h"
#include "campaign/path_engine.h"

#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace campaign {

/// Hybrid concolic testing of one function that asks for inputs while it runs: random inputs from a
/// state until nothing new comes of them, then a bounded concolic search over the next inputs from
/// there, then random inputs from what that found. A state is the list of inputs that leads to it;
/// what they did is concrete while the next ones are searched, so path conditions are short however
/// deep a state is.
class HybridEngine final : public Engine {
public:
  /// All must outlive it.
  HybridEngine(SearchState &state, Corpus &corpus, FunctionSearch &search, ConcolicShared &shared);
  /// Whether runs of the function ask for inputs.
  static bool isFor(const model::Subject &subject, model::FunctionId function);

  const char *name() const override { return "hybrid"; }
  double promise() const override {
    return (starves_ ? Promises::deep : Promises::aimed) *
           (search_.isWanted(state_.goals) ? 1 : Promises::elsewhere);
  }
  bool hasWork() const override;
  bool mustWait() const override;
  support::Status work(Ticks ticks) override;
  void observe(const model::KeptTest &test) override;
  void observeStarving() override { starves_ = true; }

  generate::ConcolicCounts counts() const;

private:
  /// A test to go on from, or from somewhere in it.
  struct Seed {
    model::TestCase test;
    std::uint64_t picks = 0;
  };
  /// What a source was seen to give.
  struct Rate {
    std::uint64_t calls = 0, bytes = 0; // the most bytes that a call asked for
  };

  bool canSolve() const;
  bool isShallow() const;
  support::Status goOn();
  support::Status begin();
  support::Status goOnAtRandom();
  support::Status searchFromState();
  support::Status startSearch();
  void endSearch();
  support::Result<std::vector<model::Execution>> run(std::span<const model::TestCase> tests);
  model::TestCase extended(const Trail &from, std::size_t inputs, bool repeats);
  void repeatEarlier(const Trail &from, model::TestCase &test);
  void noteAsked(const model::Execution &execution);
  std::vector<model::BranchId> newsOf(const model::Execution &execution) const;
  support::Status keep(const Trail &trail, const model::Execution &execution);
  Trail shortened(const Trail &trail, const std::vector<model::BranchId> &news);
  support::Result<std::optional<std::pair<model::TestCase, model::Execution>>>
  completed(const Trail &trail, const model::Execution &execution,
            const std::vector<model::BranchId> &news);
  bool endedForInputs(const Trail &trail, const model::Execution &execution) const;

  SearchState &state_;
  Corpus &corpus_;
  FunctionSearch &search_;
  ConcolicShared &shared_;
  support::Rng rng_; // its own: what it draws changes nothing for other engines
  generate::RandomGenerator generator_;
  std::deque<Seed> seeds_;
  std::map<model::SupplyId, Rate> rates_;
  std::vector<bool> seen_;       // branches, by number
  std::optional<Trail> trail_;   // the state; none: begin anew
  std::optional<Trail> further_; // some random inputs from there, which did nothing new
  bool isSaturated_ = false;     // random inputs from there did nothing new
  std::size_t stride_, window_;  // random inputs at a time; inputs that are searched
  std::uint64_t runsLeft_ = 0, inVain_ = 0;
  std::uint64_t states_ = 0;                 // begun from
  std::size_t mostAsked_ = 0;                // by a run
  std::unique_ptr<ConcolicSearch> concolic_; // from the state
  generate::ConcolicCounts counts_;          // of earlier ones
  bool starves_ = false;                     // a run asked for inputs without end
  bool isEndless_ = false;                   // runs go on as long as they are given inputs
  bool isOff_ = false;
};

} // namespace campaign
