#pragma once

#include "model/branch.h"
#include "model/execution.h"
#include "model/open_reason.h"
#include "model/subject.h"
#include "model/test_case.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace model {

/// What the sanitizers said of a run: the first violation, if any.
/// A failed check of the subject's own (an assertion) comes the same way.
struct SanitizerVerdict {
  std::string kind;    // "heap-buffer-overflow", "signed-integer-overflow", "null-dereference",
                       // "division-by-zero"...
  std::string message; // one line, as the sanitizer words it
  std::string file;    // where, in the subject; empty if unknown
  std::uint32_t line = 0;
  bool isOwnCheck = false; // the subject's own: nothing undefined happened before
  bool isLeak = false;     // nothing undefined happened: memory is never freed
  bool isOfTest = false;   // the memory belongs to an object that the test made
  bool isElsewhere =
      false; // not in the last step: in an earlier one, or when objects are destroyed

  friend bool operator==(const SanitizerVerdict &, const SanitizerVerdict &) = default;
};

/// Whether nobody can say what the program means from there on.
bool isUndefined(const SanitizerVerdict &verdict);

/// A test that ran, was seen to do what is claimed here, and stays.
struct KeptTest {
  std::string id; // stable: a hash of the call; names the file in inputs/
  TestCase test;
  Outcome outcome;
  std::optional<Observation> observation; // if it returned
  std::vector<Asked> asked;               // what its run asked for, in order
  std::optional<std::string> output;      // of a whole program: what it prints, run for run
  std::vector<BranchId> branches;         // taken; sorted
  std::vector<SiteId> covers;             // their sites; sorted
  std::vector<SiteId> purpose; // those of `covers` that no earlier kept test covers; names the test
  std::optional<SanitizerVerdict> verdict; // ASan or UBSan object to it
  bool endsElsewhere = false; // a crash, but not (or not in all builds) in the last step: in an
                              // earlier one, or when objects are destroyed
  bool ownProcess = false;    // it holds only where no other test has run before
  bool unfenced = false;      // the fence of an emitted suite is too narrow for it
  bool needsUb = false;       // it returns or exits, but only by way of undefined behaviour
  /// Not green, and why it is disabled, too: in a build of the emitted suite it does something
  /// else.
  std::optional<std::string> unconfirmed;

  /// Belongs in the default suite: it returns, exits, throws or aborts, without undefined
  /// behaviour.
  bool isGreen() const;
};

struct Finding {
  std::string kind; // as SanitizerVerdict::kind, or "crash", "abort", "timeout", "out-of-memory",
                    // "forbidden-call"
  std::string file;
  std::uint32_t line = 0;
  std::string test; // KeptTest::id
  std::string message;
  std::size_t tests = 1; // that run into it; `test` is one of them
  bool plausible = true; // false: needs an input that callers hardly pass, such as a null
                         // pointer, or a ring where a list belongs
};

/// How a way to a site on which nothing goes wrong was sought.
struct CleanSearch {
  std::uint64_t contradicted = 0, undecided = 0; // queries, by the solver's answer
  std::uint64_t inVain = 0;                      // inputs it found, whose runs were not clean
  bool isOver = false;                           // nothing is left to ask
};
/// Whether every way that was known is contradictory.
bool isRefuted(const CleanSearch &search);
/// "a clean way was sought 3 times: contradiction", ...
std::string describe(const CleanSearch &search);

/// The fate of a site. Covered: the default run of the emitted suite takes it.
struct Covered {
  std::string test;
};
struct CoveredApart { // only tests take it that the default run leaves out
  enum class By : unsigned char { UndefinedBehaviour, Crash, Timeout, Disabled };
  By by = By::UndefinedBehaviour;
  std::string test;
  std::string reason = {}; // if more is known than whose tests take it
};
struct Infeasible { // no execution without earlier undefined behaviour takes it
  std::vector<std::string> assumptions;
  std::string reason = {};                   // which conditions contradict each other
  std::vector<std::string> obligations = {}; // files below DIR that anyone can check
};
struct Open {
  OpenReason reason;
  std::string note = {}; // what else the user should know; may be empty
};
struct Constant {};
using Verdict = std::variant<Covered, CoveredApart, Infeasible, Open, Constant>;

struct FunctionState {
  enum class Kind { Tested, Partly, Skipped };
  Kind kind = Kind::Tested;
  std::string reason; // for Partly and Skipped
};

struct EnvironmentEntry {
  std::string name;
  std::string kind; // "extern variable", "stub function", "file"...
};

/// Everything a campaign found out: what the writers in emit/ print.
struct Suite {
  const Subject *subject = nullptr;
  const BranchMap *branches = nullptr;
  std::vector<KeptTest> tests;
  std::vector<Finding> findings;
  std::vector<Verdict> verdicts;               // indexed by SiteId
  std::map<SiteId, CleanSearch> soughtCleanly; // of what only undefined behaviour or crashes take
  std::vector<SiteEvidence> evidence;          // indexed by SiteId; empty: none
  std::map<SiteId, Infeasible> proved;         // what is said of them if no test takes them
  std::vector<FunctionState> functions;        // indexed by FunctionId
  std::vector<EnvironmentEntry> environment;
  std::map<std::string, double>
      statistics; // "executions", "executions in process"... for report.json's stats
  std::uint64_t seed = 0;
  double elapsedSeconds = 0;
  std::string strategy;
  bool interrupted = false;
  bool isEmitted = true; // as GoogleTest; else what any test takes without undefined behaviour is
                         // covered, since replaying other formats runs them all
};

/// The counts of report.json's summary. `branches` leaves constants out; `open` includes what is
/// only covered apart.
struct Summary {
  std::size_t branches = 0, covered = 0, infeasible = 0, open = 0, constant = 0;
  std::size_t coveredForced = 0; // of the covered: only by tests that force a state
  std::size_t coveredUb = 0, coveredCrash = 0, coveredTimeout = 0;
  std::size_t tests = 0, findings = 0;
  std::optional<double> branchCoverage;   // covered / branches; none of none is no share
  std::optional<double> feasibleCoverage; // covered / (branches - infeasible)
};
Summary summarize(const Suite &suite);

/// One line for people: "returns", "exits with 3", "crashes (SIGSEGV)"...
std::string describe(const Outcome &outcome);

/// Why a site is open although a test takes it.
std::string describe(const CoveredApart &covered);
/// The same as a short word that does not change.
const char *kindOf(const CoveredApart &covered);

/// Why it is open, with the note.
std::string describe(const Open &open, const BranchMap &branches);

} // namespace model
