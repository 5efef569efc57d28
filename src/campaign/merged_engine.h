#pragma once

#include "campaign/corpus.h"
#include "merged/formula.h"
#include "model/memory_image.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace campaign {

/// What the merged engines of all functions share.
struct MergedShared {
  std::uint64_t formulas = 0, queries = 0, sat = 0, unsat = 0, unknown = 0;
  std::uint64_t taken = 0; // runs that took what they were asked for
  /// Formulas against runs (--self-check): outcomes compared, and those that differ.
  std::uint64_t checkedOutcomes = 0, mismatches = 0;
  std::set<std::string> guesses; // what formulas left out or guessed
  bool isOff = false;
};

/// Asks for a branch over all paths at once (merged/): the shape of a kept test (its objects and
/// their sizes) stays, its numbers are free. What a loop or a switch does to them is one formula,
/// where concolic search would need a path for each combination. A solution is run; execution
/// decides. Works where others have gained nothing for a while.
class MergedEngine final : public Engine {
public:
  /// All must outlive it.
  MergedEngine(SearchState &state, Corpus &corpus, FunctionSearch &search, MergedShared &shared);

  const char *name() const override { return "merged"; }
  double promise() const override { return Promises::aimed; }
  bool hasWork() const override;
  support::Status work(Ticks ticks) override;
  void observe(const model::KeptTest &test) override;
  /// A test whose shape may lead somewhere.
  void suggest(const model::TestCase &test);

private:
  /// A shape, and how far the program is followed from it.
  struct Task {
    model::TestCase test;
    unsigned level = 0;
  };
  /// A formula whose goals are being asked for.
  struct Asking {
    Task task;
    model::MemoryImage image;
    std::unique_ptr<expr::Pool> pool;
    merged::Formula formula;
    std::deque<model::BranchId> goals;
  };

  void addShape(const model::TestCase &test);
  void addShapes(const model::TestCase &test);
  support::Status begin(Task task);
  support::Status ask(model::BranchId goal);
  support::Status check(const model::TestCase &test, const std::vector<std::uint64_t> &inputs);
  support::Status runSolution(model::BranchId goal, const model::TestCase &test);
  bool isOpen(model::BranchId branch) const;
  bool isQuiet() const;

  SearchState &state_;
  Corpus &corpus_;
  FunctionSearch &search_;
  MergedShared &shared_;
  std::deque<Task> tasks_;
  std::set<std::string> shapes_; // known ones
  std::size_t suggestions_ = 0;  // of those, what others suggested
  std::optional<Asking> asking_;
  std::map<model::BranchId, unsigned> inVain_; // runs and queries that gave up
};

/// Numbers for report.json.
void report(const MergedShared &merged, std::map<std::string, double> &statistics);

} // namespace campaign
