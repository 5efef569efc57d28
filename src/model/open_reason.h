#pragma once

#include "model/branch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace model {

/// What a path condition holds beside the branches that were taken.
enum class HeldBy : std::uint8_t {
  Decision, // a branch that is no outcome in the sources: of library code, of the compiler's
  Address,  // memory is read and written where it was
  Value,    // a value is what it was
  Size,     // about as much memory is asked for
  Check,    // nothing undefined happens before
  Length,   // arrays and texts are no longer than tests have them
  Domain,   // pointers are null or lead to objects, and bools are 0 or 1
};
/// One of the conditions that contradict each other: a branch that was taken, or something else.
using CoreCondition = std::variant<BranchId, HeldBy>;

/// What the search found out about a site that no test takes, of all its branches together.
struct SiteEvidence {
  bool isReachable = true;      // by the branch graph, from a function that is called
  std::vector<SiteId> siblings; // the other outcomes of its decision
  std::vector<SiteId> inFront;  // sites that come before it, the nearest first

  // Queries for it, by answer.
  std::uint64_t contradicted = 0, undecided = 0, solved = 0;
  std::uint64_t impossible = 0;       // of those solved: no test has such inputs...
  std::uint64_t arrived = 0;          // ...or the run did take it
  std::vector<CoreCondition> core;    // of the last contradiction
  std::string whyUndecided;           // the last time, in the solver's words
  std::vector<std::string> hardParts; // what was in the condition then: "64-bit division"
  std::uint64_t decidedBefore = 0;    // times that a run came to it, what it took before decides
  std::uint64_t waiting = 0;          // flips to it that were not asked for
  std::uint64_t withoutFormula =
      0; // recorded runs that came to it, and no input is known to decide
  std::vector<std::uint64_t> lostTerms; // by these runs: by PINCER_LOST_...

  bool wasTaken = false;       // by a run, whatever became of its test
  std::uint64_t rejected = 0;  // runs that took it, and that the harness does not want
  bool isUnsteady = false;     // a run took it, and not again
  bool dependsOnFresh = false; // on memory that nothing was stored in
  bool isDisbelieved = false;  // some runs of its function wrote over what says what they took

  std::uint64_t asked() const { return contradicted + undecided + solved; }
};

/// Why a site is open. The conditions that it names are those of a BranchMap.
namespace open {
struct NotBuilt { // the program does not hold it
  std::string why;
};
struct NoWayHere { // by the branch graph, from any function that is called
  std::string function;
  std::string notCalled; // why its own function is not; empty: it is
};
struct SearchEnded { // before its function was called
  std::string function;
};
struct NotAskedYet { // the search ended first
  std::uint64_t waiting = 0;
};
struct NeverMet {       // no run came to its condition
  std::string function; // that was called
  std::uint64_t runs = 0;
  std::optional<SiteId> missing; // the nearest outcome in front of it that no run took
};
struct NotReached { // runs came to its condition, and no more is known
  std::string function;
  std::uint64_t runs = 0;
};
struct Contradiction { // every query has one
  std::uint64_t times = 0;
  std::vector<CoreCondition> core; // of the last one
};
struct DecidedBefore { // what a run took before decides its condition
  std::uint64_t times = 0;
};
struct GaveUp { // the solver, in some of the queries
  std::uint64_t times = 0, asked = 0;
  std::string why;
  std::vector<std::string> hardParts;
};
struct WentElsewhere { // runs of inputs that were to take it
  std::uint64_t times = 0, asked = 0;
};
struct NoSuchTest { // the solver's inputs can't be passed
  std::uint64_t times = 0;
};
struct DoesNotCount { // runs took it, and none of them says anything
  std::uint64_t times = 0;
};
struct OnlyRejected { // runs took it that the harness does not want
  std::uint64_t runs = 0;
};
struct NotBelieved { // runs of its function wrote over the record of what they took
  std::string function;
};
struct NoFormula { // nothing says how the inputs decide it
  std::uint64_t runs = 0;
  std::vector<std::uint64_t> lost;
};
struct Unsteady {};
struct FreshMemory {};
struct NotConfirmed { // by a build of the emitted suite
  std::string why;
};
} // namespace open
using OpenReason =
    std::variant<open::NotBuilt, open::NoWayHere, open::SearchEnded, open::NotAskedYet,
                 open::NeverMet, open::NotReached, open::Contradiction, open::DecidedBefore,
                 open::GaveUp, open::WentElsewhere, open::NoSuchTest, open::DoesNotCount,
                 open::OnlyRejected, open::NotBelieved, open::NoFormula, open::Unsteady,
                 open::FreshMemory, open::NotConfirmed>;

/// A short word that does not change, for programs.
const char *kindOf(const OpenReason &reason);
/// The whole of it, for people.
std::string describe(const OpenReason &reason, const BranchMap &branches);
/// What several sites have in common that are open for it.
std::string inBrief(const OpenReason &reason, const BranchMap &branches);

} // namespace model
