#pragma once

#include "model/branch.h"
#include "model/execution.h"
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
struct SanitizerVerdict {
  std::string kind;    // "heap-buffer-overflow", "signed-integer-overflow", "null-dereference",
                       // "division-by-zero"...
  std::string message; // one line, as the sanitizer words it
  std::string file;    // where, in the subject; empty if unknown
  std::uint32_t line = 0;

  friend bool operator==(const SanitizerVerdict &, const SanitizerVerdict &) = default;
};

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
  bool ownProcess = false;                 // it holds only where no other test has run before
  bool needsUb = false; // it returns or exits, but only by way of undefined behaviour

  bool
  isGreen() const; // belongs in the default suite: returns or exits, without undefined behaviour
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

/// The fate of a site.
struct Covered {
  std::string test;
};
struct CoveredByUb { // only tests that need undefined behaviour take it
  std::string test;
};
struct Infeasible {
  std::vector<std::string> assumptions;
};
struct Open {
  std::string reason;
};
struct Constant {};
using Verdict = std::variant<Covered, CoveredByUb, Infeasible, Open, Constant>;

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
  std::vector<Verdict> verdicts;        // indexed by SiteId
  std::vector<FunctionState> functions; // indexed by FunctionId
  std::vector<EnvironmentEntry> environment;
  std::map<std::string, double>
      statistics; // "executions", "executions in process"... for report.json's stats
  std::uint64_t seed = 0;
  double elapsedSeconds = 0;
  std::string strategy;
  bool interrupted = false;
};

/// The counts of report.json's summary. `branches` leaves constants out; `open` includes what only
/// undefined behaviour covers.
struct Summary {
  std::size_t branches = 0, covered = 0, coveredUb = 0, infeasible = 0, open = 0, constant = 0;
  std::size_t tests = 0, findings = 0;
  double branchCoverage = 1;   // covered / branches, 1 if there are none
  double feasibleCoverage = 1; // covered / (branches - infeasible)
};
Summary summarize(const Suite &suite);

/// One line for people: "returns", "exits with 3", "crashes (SIGSEGV)"...
std::string describe(const Outcome &outcome);

} // namespace model
