#pragma once

#include "campaign/pure_oracle.h"
#include "execute/executor.h"
#include "generate/concolic/concolic_generator.h"
#include "merged/formula.h"
#include "model/branch_graph.h"
#include "model/check.h"
#include "solver/chain.h"
#include "support/result.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace backward {
class Reacher;
}

namespace campaign {

/// What concolic search needs. The symbolic target is built while the search already runs, so it is
/// asked for when first needed.
struct SymbolicParts {
  std::function<support::Result<execute::Recorder *>()> recorder;
  /// Whether asking for it would not have to wait; none: it never has.
  std::function<bool()> isReady = {};
  /// The same with checks as events (abi/trace.h); built only when asked for.
  std::function<support::Result<execute::Recorder *>()> checked = {};
  /// Whether asking for it would not have to wait; it begins to be built. None: it never has.
  std::function<bool()> isCheckedReady = {};
  const std::vector<model::Check> *checks = nullptr; // by number
  solver::Chain *solver = nullptr;
  /// The program's bitcode for merged formulas, loaded when first asked for, and a solver for them;
  /// none: there is no merged search.
  std::function<support::Result<merged::Program *>()> merged = {};
  solver::Chain *mergedSolver = nullptr;
  /// Backward search for tests, loaded when first asked for; none: there is none.
  std::function<support::Result<backward::Reacher *>()> reacher = {};
  const model::BranchGraph *graph = nullptr;
  std::size_t branches = 0; // in the target
  /// By branch: whether a function that is called may lead to it. Empty: nothing is known.
  std::vector<bool> reachable = {};
  std::uint64_t pathBytes = 1ull << 30; // memory for recorded runs and their terms
  bool selfCheck = false; // evaluate every recorded term, and keep what was foretold wrongly
  /// Takes the text of a wrong prediction, with `selfCheck`.
  std::function<void(const std::string &)> keepWrong = {};
};

/// What recording showed, for report.json's stats.
struct RecordingCounts {
  std::uint64_t runs = 0, terms = 0, events = 0, incomplete = 0, unstable = 0;
  std::uint64_t cut = 0;           // ended by their time limit
  std::uint64_t damaged = 0;       // logs that make no sense, or contradict their runs
  double seconds = 0;              // in these runs
  std::vector<std::uint64_t> lost; // by PINCER_LOST_...
  std::uint64_t checkedTerms = 0, mismatches = 0;
  std::string firstMismatch;
  execute::SnapshotCounts snapshots; // of the symbolic target
};

/// Where a function asks without end, tests that start its concolic search end after so many zeros,
/// which become inputs: what a test supplies grows from trace to trace.
inline constexpr std::uint32_t zerosToTry = 4;

/// Runs tests in the symbolic target and enters what they did into the search for one function.
class ConcolicSearch {
public:
  /// Cleanly: every check that a run passes or fails is an event, and what is proposed is to pass
  /// all. ToErrors: the same, up to the one that is to fail.
  enum class Way { Any, Cleanly, ToErrors };
  /// All must outlive it.
  ConcolicSearch(const model::Subject &subject, const SymbolicParts &parts,
                 generate::FlipSolver &solver, generate::PathBudget &budget, PureOracle &oracle,
                 RecordingCounts &counts, Way way = Way::Any);

  void want(const std::vector<bool> &branches) { generator_.want(branches); }
  void wantErrors(std::function<bool(const generate::Step &error, bool isCallers)> isWanted) {
    generator_.wantErrors(std::move(isWanted));
  }
  /// Tests are made to supply no more than the first so many inputs that their runs ask for: what
  /// is searched is bounded.
  void setMostAsked(std::size_t most) { mostAsked_ = most; }
  bool isAnyErrorOpen() const { return generator_.isAnyErrorOpen(); }

  /// A test from elsewhere, to start from. (It then supplies all that its run asks for.)
  support::Result<model::Execution> start(model::TestCase &test) { return record(test, nullptr); }

  struct Ran {
    generate::Proposal proposal;
    model::Execution execution;
    const model::TestCase &test() const { return proposal.test; }
  };
  /// Proposes one test, runs it, learns from it. None: the solver had no answer this time, or there
  /// is nothing to do until it has (mustWait), or nothing is left (isDry).
  support::Result<std::optional<Ran>> step();
  /// The next step is the same with smaller numbers, for a run that overflowed.
  void tame(const Ran &ran) { generator_.tame(ran.proposal); }
  bool isDry() const { return generator_.isDry(); }
  bool mustWait() const { return generator_.mustWait(); }

  const generate::ConcolicCounts &counts() const { return generator_.counts(); }
  const std::map<generate::Step, generate::ErrorGoal> &errors() const {
    return generator_.errors();
  }
  generate::Asked askedFor(model::BranchId branch) const { return generator_.askedFor(branch); }
  std::map<model::BranchId, generate::Asked> asked() const { return generator_.asked(); }
  const std::map<model::BranchId, generate::WithoutFormula> &withoutFormula() const {
    return generator_.withoutFormula();
  }

private:
  /// What a run asked for and the test did not supply is added to it.
  support::Result<model::Execution> record(model::TestCase &test,
                                           const generate::Proposal *proposal);

  support::Result<execute::Recording> run(const model::TestCase &test);
  std::string describe(const generate::Proposal &wrong, const generate::Path &went) const;

  const model::Subject &subject_;
  const SymbolicParts &parts_;
  PureOracle &oracle_;
  RecordingCounts &counts_;
  const Way way_;
  std::optional<std::size_t> mostAsked_;
  generate::ConcolicGenerator generator_;
};

/// Numbers for report.json.
void report(const RecordingCounts &recording, const generate::ConcolicCounts &concolic,
            const solver::Counts &solver, std::map<std::string, double> &statistics);

} // namespace campaign
