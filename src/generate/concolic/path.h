#pragma once

#include "expr/evaluator.h"
#include "expr/input_sets.h"
#include "expr/pool.h"
#include "model/inputs.h"
#include "model/test_case.h"
#include "solver/solver.h"
#include "trace/trace.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace generate {

/// How an event went, as far as two runs can be compared: which branch, which way.
struct Step {
  trace::Event::Kind kind = trace::Event::Kind::Condition;
  std::uint32_t place = 0;
  std::uint64_t outcome = 0; // the number of the outcome; a value itself; the class of a size

  friend auto operator<=>(const Step &, const Step &) = default;
};

/// Another way an event could have gone.
struct Alternative {
  expr::TermId condition;
  Step step;
  model::BranchId target; // what would be taken; none: a branch without a marker
  std::vector<expr::TermId> rather =
      {}; // conditions that are better to have as well, the best first
};

/// How what an event is about could go wrong.
struct Error {
  Alternative alternative;
  /// Only a caller can see to it that it does not: a pointer that must not be null, an array of
  /// which nobody says how long it is.
  bool isCallers = false;
};

/// How tame a solution should be. Huge numbers are as good as any to a solver, but they overflow,
/// and lengths that no array has lead past its end.
struct Restraint {
  std::uint64_t longest = 64; // of what says how many elements there are
  unsigned bits = 64;         // of numbers that the alternative mentions, sign not counted
};

/// The inputs of a test that are pointers, with the values they had in a run.
std::unordered_map<std::uint32_t, std::uint64_t>
pointersOf(const model::Subject &subject, model::TestCase test,
           const std::vector<std::uint64_t> &inputs);

using EventSet = std::set<std::size_t>;

/// A recorded run: what it did, and what must hold of its inputs for another run to do the same.
class Path {
public:
  Path(const model::Subject &subject, model::TestCase test, std::vector<std::uint64_t> inputs,
       std::unique_ptr<expr::Pool> pool, trace::Trace trace);

  const model::TestCase &test() const { return test_; }
  const std::vector<std::uint64_t> &inputs() const { return inputs_; }
  const trace::Trace &trace() const { return trace_; }
  std::size_t length() const { return trace_.events.size(); }
  expr::Pool &pool() { return *pool_; }
  const expr::Pool &pool() const { return *pool_; }
  Step step(std::size_t event) const;
  /// A number for everything the run did before this event; equal for runs that went the same way.
  std::uint64_t before(std::size_t event) const { return before_[event]; }
  /// The same for runs that do all that, and in which nothing goes wrong on the way. (That is what
  /// queries ask for.)
  std::uint64_t cleanlyBefore(std::size_t event) const { return cleanlyBefore_[event]; }
  /// Whether no check before this event failed.
  bool isClean(std::size_t event) const { return before_[event] == cleanlyBefore_[event]; }

  /// Whether it is a check that fails whatever the inputs are, on this way.
  bool failsAnyway(std::size_t event) const;
  /// The marked outcomes that were taken before it.
  std::set<model::BranchId> takenBefore(std::size_t event) const;

  /// Whether all it says is true of its own inputs: what a subject wrote into its log need not be.
  bool holds();

  /// Empty where the inputs decide nothing any more.
  std::vector<Alternative> alternatives(std::size_t event);
  /// None: nothing can go wrong there, or it did.
  std::optional<Error> error(std::size_t event);
  /// Notes how far the run was from a marked outcome that it did not take: up to about 1.
  void noteMissed(const Alternative &alternative);
  /// What was noted, the least distance of each outcome.
  const std::map<model::BranchId, double> &missed() const { return missed_; }
  /// The branches that the run took, those that no input decides included; sorted.
  const std::vector<model::BranchId> &covered() const { return covered_; }
  void setCovered(std::vector<model::BranchId> covered) { covered_ = std::move(covered); }
  /// Whether the run did something that no earlier one did.
  bool isNews() const { return isNews_; }
  void setNews(bool isNews) { isNews_ = isNews; }
  /// About how much memory it takes.
  std::uint64_t bytes() const;
  /// There is no memory for its flips any more (PathBudget).
  bool isGivenUp() const { return isGivenUp_; }
  void giveUp() { isGivenUp_ = true; }
  /// Asks for inputs that go the same way up to the event without anything going wrong, and then
  /// the other; how the events left open go doesn't matter.
  solver::Query query(std::size_t event, const Alternative &alternative, const Restraint &restraint,
                      const EventSet &leftOpen = {});
  /// The event that a condition of such a query is about; none: what holds of inputs in any run, or
  /// what the restraint says.
  std::optional<std::size_t> eventOf(std::size_t condition) const;
  /// How many conditions of such a query say what holds of inputs in any run: the first.
  std::size_t domainCount() const { return domains_.size(); }

  /// Whether a condition depends on what says how many elements there are.
  bool hasLengths() const;

  /// The test with the inputs of an assignment; none if it asks for something no test can be.
  std::optional<model::TestCase> testWith(const solver::Assignment &assignment) const;
  /// Inputs that conditions mention and that are elements of texts or arrays, by number, ascending.
  std::vector<std::uint32_t> elements() const;
  /// Those that the last conditions mention, the last first, up to `most`.
  std::vector<std::uint32_t> lastElements(std::size_t most) const;

private:
  /// Takes one way that an event could have gone otherwise.
  using Add =
      std::function<void(expr::TermId condition, std::uint64_t outcome, model::BranchId target)>;

  expr::TermId conditionOf(const trace::Event &event);
  double distanceTo(expr::TermId condition);
  std::vector<std::uint32_t> inputsIn(expr::TermId term); // ascending
  bool dependsOnPointers(expr::TermId term);
  expr::TermId isAt(std::uint32_t number, std::uint64_t address);
  std::set<std::uint64_t> constantsIn(expr::TermId choice) const;
  std::optional<Error> nullError(const trace::Event &event);
  std::optional<Error> boundsError(const trace::Event &event);
  bool isLinkOfList(const model::Input &pointer) const;
  void addOtherAddress(const trace::Event &event, const Add &add);
  expr::TermId isOfClass(const trace::Event &event, std::size_t sizeClass);
  void addOtherSizes(const trace::Event &event, const Add &add);
  void addDomains();
  /// The inputs that may have to change with these, for conditions before the event to hold.
  std::vector<std::uint32_t> tiedTo(std::vector<std::uint32_t> inputs, std::size_t event);
  void addDomain(std::uint32_t number);
  expr::TermId pointerDomain(std::uint32_t number);
  expr::TermId restrained(std::uint32_t number, const Restraint &restraint);
  bool couldAlias(const model::Input &pointer, const model::Input &other) const;

  const model::Subject &subject_;
  model::TestCase test_;
  std::vector<std::uint64_t> inputs_;
  std::vector<model::Input> inputList_; // refers to test_
  std::unique_ptr<expr::Pool> pool_;
  trace::Trace trace_;
  expr::Substitution withKnownPointers_; // terms with the pointers in them at their values
  expr::Evaluator inRun_;                // values of terms in the run
  expr::InputSets sets_;
  std::vector<expr::TermId> conditions_;             // by event; none: always true
  std::vector<std::vector<std::uint32_t>> inputsOf_; // by event: what its condition mentions
  std::vector<expr::TermId> domains_;
  std::vector<std::uint32_t> mentioned_; // inputs in the conditions
  std::vector<bool> dependsOnPointers_;  // by event: it is an address that does
  std::vector<std::uint64_t> before_, cleanlyBefore_;
  std::map<model::BranchId, double> missed_;
  std::vector<model::BranchId> covered_;
  bool isNews_ = false, isGivenUp_ = false;
};

/// Whether it is at a branch or switch of the subject's own text.
inline bool isMarked(trace::Event::Kind kind) {
  return kind == trace::Event::Kind::Branch || kind == trace::Event::Kind::Switch;
}

/// How an event goes that is an error.
inline Step errorAt(trace::Event::Kind kind, std::uint32_t place) {
  constexpr std::uint64_t nowhere = 1; // no object has this address
  return {kind, place, kind == trace::Event::Kind::Address ? nowhere : 0};
}
inline bool isError(const Step &step) {
  using Kind = trace::Event::Kind;
  return (step.kind == Kind::Check || step.kind == Kind::Bounds || step.kind == Kind::Address) &&
         step == errorAt(step.kind, step.place);
}

/// One event more.
std::uint64_t extend(std::uint64_t before, const Step &step);

} // namespace generate
