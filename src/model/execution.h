#pragma once

#include "model/branch.h"
#include "model/test_case.h"

#include <csignal>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace model {

/// How a run ended.
struct Returned {
  friend bool operator==(Returned, Returned) = default;
};
struct Exited { // the subject called exit, _exit, quick_exit...
  int code = 0;
  friend bool operator==(Exited, Exited) = default;
};
/// A C++ exception came out of the function.
struct Threw {
  std::string type; // as C++ writes it; empty: not known
  std::string text; // what what() says, if it is a std::exception
  friend bool operator==(const Threw &a, const Threw &b) { return a.type == b.type; }
};
struct Crashed { // a signal, also those that abort() and the sanitizers raise
  int signal = 0;
  friend bool operator==(Crashed, Crashed) = default;
};
struct TimedOut {
  friend bool operator==(TimedOut, TimedOut) = default;
};
struct OutOfMemory {
  friend bool operator==(OutOfMemory, OutOfMemory) = default;
};
struct TooMuchOutput {
  friend bool operator==(TooMuchOutput, TooMuchOutput) = default;
};
/// It went on calling a stub for which the test supplies nothing more.
struct Starved {
  friend bool operator==(Starved, Starved) = default;
};
/// It is none that the harness wants: an assumption of its did not hold.
struct Rejected {
  friend bool operator==(Rejected, Rejected) = default;
};
/// The fence stopped it: it tried something no test may do (kill others, open a socket, change a
/// file).
struct Forbidden {
  std::string call; // the system call, by name
  friend bool operator==(const Forbidden &, const Forbidden &) = default;
};
using Outcome = std::variant<Returned, Exited, Crashed, TimedOut, OutOfMemory, TooMuchOutput,
                             Starved, Rejected, Forbidden, Threw>;

/// One call that a run made of something that tests supply.
struct Asked {
  SupplyId source;
  std::uint32_t index = 0; // call number of this source
  std::uint64_t bytes = 0; // how many it asked for; 0: as many as a call gives back
  std::string name;        // what the harness calls them; may be empty
  friend bool operator==(const Asked &, const Asked &) = default;
};

/// The subject ended the process itself: abort, a failed assertion, std::terminate. (So does glibc,
/// where it finds its heap destroyed; the sanitizers tell.)
inline bool isAbort(const Outcome &outcome) {
  const auto *crash = std::get_if<Crashed>(&outcome);
  return crash && crash->signal == SIGABRT;
}

/// The function did what its author may have meant: it returned, exited or threw.
inline bool isOrderly(const Outcome &outcome) {
  return std::holds_alternative<Returned>(outcome) || std::holds_alternative<Exited>(outcome) ||
         std::holds_alternative<Threw>(outcome);
}

/// What a caller sees after a run that returned.
struct Observation {
  Value result;                 // of the last step; no bytes for void
  std::vector<Value> arguments; // of the last step: same shapes as the test's, contents after it
  std::vector<Value> observed;  // results of the test's observers
  std::vector<std::pair<GlobalId, Value>> globals; // those whose contents changed
  std::vector<Value> supplied;      // same order and shapes as the test's, contents after the call
  std::vector<std::uint32_t> freed; // objects of the test (by number) that the call freed
  std::vector<Value> earlier; // results of the steps before the last one: scalars, else no bytes

  friend bool operator==(const Observation &, const Observation &) = default;
};

struct Execution {
  Outcome outcome;
  std::vector<BranchId> covered;          // sorted
  std::optional<Observation> observation; // when asked for and the run returned
  std::optional<std::string> output;      // of a whole program, on standard output (when asked for)
  std::string diagnostics;       // what the run wrote to stderr, cut to a bound (when asked for)
  std::vector<Asked> asked;      // in the order of the calls
  std::uint64_t allocations = 0; // that the subject asked for, refused ones included
  std::size_t step = 0;          // at which it ended, if it did not return
  bool isAtCleanUp = false;      // ... or all calls were made, and objects being destroyed
};

} // namespace model
