#pragma once

#include "generate/concolic/flip_solver.h"
#include "generate/concolic/length_guesses.h"
#include "generate/concolic/path_budget.h"
#include "generate/concolic/word_guesses.h"
#include "model/branch_graph.h"
#include "model/open_reason.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace generate {

/// What a proposed test is expected to do: the same as the run it was made from, up to an event,
/// and there something else.
struct Prediction {
  std::size_t event = 0;
  std::uint64_t before = 0;
  Step step;
  model::BranchId target = {}; // what it is to take; none: a branch without a marker
};

struct Proposal {
  model::TestCase test;
  std::optional<Prediction> prediction; // none: a guess (see ConcolicGenerator)
  std::optional<FlipQuery> query = {};  // what it solves; none: a guess that asked nothing
};

/// What came of asking for ways that take a branch.
struct Asked {
  std::uint64_t sat = 0, unsat = 0, unknown = 0;
  std::uint64_t impossible = 0;           // solutions that no test can be
  std::uint64_t arrived = 0;              // runs that took it, as foretold
  std::vector<model::CoreCondition> core; // of the last contradiction, the branch itself left out
  std::string why;                        // of the last that was not decided...
  std::vector<std::string> hardParts;     // ...and what was in its condition
  std::uint64_t decidedBefore = 0; // runs that came to it, and its condition was a constant there
  std::uint64_t waiting = 0;       // flips that were not served

  std::uint64_t times() const { return sat + unsat + unknown; }
};

/// An error that runs could make: the condition of a check, negated.
struct ErrorGoal {
  Asked asked;
  bool isCallers = false;          // by all runs that came to it (Error::isCallers)
  std::set<model::BranchId> after; // what runs took last before they came to it
};

/// Runs that took a branch without an event there: no input is known to decide it.
struct WithoutFormula {
  std::uint64_t runs = 0;
  std::vector<std::uint64_t> lost; // by these, by PINCER_LOST_...
};

struct ConcolicCounts {
  std::uint64_t paths = 0, flips = 0;
  std::uint64_t hardFlips = 0; // of them, those that were tried hard, after a quick query
  std::uint64_t sat = 0, unsat = 0, unknown = 0;
  std::uint64_t guesses = 0;          // proposals without a prediction
  std::uint64_t wrongPredictions = 0; // runs that did not go where they were foretold to go

  ConcolicCounts &operator+=(const ConcolicCounts &other);
};

/// Concolic search for one function: takes recorded runs, and turns them where a branch that nobody
/// has taken yet is nearest.
///
/// Each way an event could have gone otherwise is a flip. Flips to the same outcome of the same
/// branch wait in one line. The line whose outcome is nearest to a wanted branch goes first; the
/// more often a line was served, the longer it waits, so a loop's condition can't starve the rest.
///
/// Queries climb a ladder: a flip is asked for quickly first. If that decides nothing, it waits
/// among the hard ones, which are tried in full when no other is left, and one now and then before.
///
/// Often a branch can't go the other way only because of what a library function decided on its way
/// there: a text differs in its third character, a number ends after its second digit. The
/// contradiction names these decisions. They are left open then, and all others kept: where such a
/// run goes is a guess, and mostly it is one decision closer.
/// Other guesses change lengths (LengthGuesses).
class ConcolicGenerator {
public:
  /// All must outlive it.
  ConcolicGenerator(const model::Subject &subject, const model::BranchGraph &graph,
                    FlipSolver &solver, PathBudget &budget);
  ~ConcolicGenerator();
  ConcolicGenerator(const ConcolicGenerator &) = delete;
  ConcolicGenerator &operator=(const ConcolicGenerator &) = delete;

  /// Which branches nobody has taken yet, by number.
  void want(const std::vector<bool> &wanted);

  /// In the place of branches: wants errors, those that the predicate is true of, each until it was
  /// asked for a few times. Runs must come from a target that records checks.
  void wantErrors(std::function<bool(const Step &error, bool isCallers)> isWanted) {
    isErrorWanted_ = std::move(isWanted);
  }
  /// Whether one of those that runs came to is still wanted.
  bool isAnyErrorOpen() const;
  /// What runs came to, wanted or not any more.
  const std::map<Step, ErrorGoal> &errors() const { return errors_; }

  /// Enters a run. `prediction` is what it was proposed for, if it was; false if it was wrong.
  bool add(std::shared_ptr<Path> path, const Prediction *prediction = nullptr);

  /// The next test worth running, after at most `queries` questions to the solver. None: no flip
  /// got an answer, or answers take their time (mustWait), or none is left (isDry).
  std::optional<Proposal> propose(std::size_t queries);
  /// Its flip is asked for again next, with smaller numbers.
  void tame(const Proposal &proposal) {
    if (proposal.query)
      tame(*proposal.query);
  }
  /// No flip is left that could lead to a wanted branch.
  bool isDry() const;
  /// Forgets the flips of runs that are given up.
  void letGo();
  /// Nothing can be done until the solver has an answer.
  bool mustWait() const { return isWaiting_ && !desk_.isAnyReady(); }

  const ConcolicCounts &counts() const { return counts_; }
  /// How often it was asked to take a branch, and what came of it; without what waits.
  Asked askedFor(model::BranchId branch) const;
  /// The same of all branches that were asked for, or wait to be.
  std::map<model::BranchId, Asked> asked() const;
  const std::map<model::BranchId, WithoutFormula> &withoutFormula() const {
    return withoutFormula_;
  }

private:
  /// All flips to one outcome; for branches without a marker, between two marked ones.
  struct LineKey {
    Step step;
    model::BranchId last, next;
    friend auto operator<=>(const LineKey &, const LineKey &) = default;
  };
  struct Line {
    std::deque<Flip> flips;
    std::uint64_t served = 0, tests = 0;           // and how many of these gave a test
    std::size_t news = 0;                          // flips of runs that did something new
    std::uint64_t inVain = 0;                      // since the last one that had a solution
    std::map<std::size_t, std::uint32_t> servedAt; // by how far into its run the flip was
  };

  /// A flip that left its line.
  struct TakenFlip {
    Flip flip;
    LineKey line;
  };

  bool isOpen(const Step &error, const ErrorGoal &goal) const;
  void enqueueError(const std::shared_ptr<Path> &path, std::size_t event, model::BranchId last);
  void wantWaysToErrors();
  bool isAnythingToAsk() const;
  std::optional<FlipQuery> nextQuery();
  std::optional<FlipQuery> nextHard();
  std::optional<Proposal> take(FlipSolver::Solved solved);
  std::optional<Proposal> proposalOf(const FlipSolver::Solved &solved);
  void tame(const FlipQuery &query);
  void addTo(Line &line, Flip flip);
  std::set<std::uint64_t> knownAt(const Flip &flip) const;
  void noteTried(std::uint64_t way, Line &line, bool hasTest);
  void enqueue(const std::shared_ptr<Path> &path);
  bool hasGuess() const { return !words_.isEmpty() || !guesses_.isEmpty(); }
  std::optional<Proposal> nextGuess();
  void enqueueEvent(const std::shared_ptr<Path> &path, std::size_t event, model::BranchId last,
                    model::BranchId next);
  std::uint32_t distanceOf(const LineKey &key) const;
  static double penaltyOf(const Line &line, std::uint32_t distance);
  model::BranchId nearestCovered(const Path &path) const;
  std::map<LineKey, Line>::iterator nearest();
  Flip takeFrom(Line &line) const;
  double distanceOf(const Path &path) const;
  void noteAnswer(const Flip &flip, const FlipAnswer &answer);
  void noteDecided(const Path &path, std::size_t event, const std::vector<Alternative> &others);
  void noteWithoutFormula(const Path &path);

  const model::BranchGraph &graph_;
  FlipSolver::Desk desk_;
  PathBudget &budget_;
  std::vector<std::uint32_t> distances_; // by branch
  std::map<LineKey, Line> lines_;
  std::deque<TakenFlip> hard_;                       // those that a quick query did not decide
  std::unordered_map<std::uint64_t, TakenFlip> out_; // those that are with the solver, by way
  std::deque<FlipQuery> tamers_;                     // to be asked before anything else
  std::uint64_t quickSinceHard_ = 0;                 // queries
  std::set<std::pair<Step, std::size_t>> seen_; // outcomes, and roughly how often a run had them
  std::unordered_set<std::uint64_t> explored_;  // ways that a run went, or was sent
  std::set<model::BranchId> covered_;           // by runs
  std::unordered_map<std::uint64_t, unsigned> refuted_;    // how often, by way
  std::unordered_map<std::uint64_t, std::uint32_t> turns_; // of addresses and values, by way
  std::unordered_map<std::uint64_t, std::set<std::uint64_t>> heldAt_; // values, by way
  LengthGuesses guesses_;
  WordGuesses words_;
  bool isWaiting_ = false;  // for answers
  bool isGuessNext_ = true; // or was; the first proposal turns something
  ConcolicCounts counts_;
  std::map<model::BranchId, Asked> asked_;
  std::map<model::BranchId, WithoutFormula> withoutFormula_;
  std::function<bool(const Step &, bool)> isErrorWanted_; // none: no error is
  std::map<Step, ErrorGoal> errors_;
  std::set<model::BranchId> waysToErrors_; // what is wanted for their sake
};

} // namespace generate
