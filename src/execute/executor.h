#pragma once

#include "model/execution.h"
#include "model/nearness.h"
#include "model/subject.h"
#include "model/variation.h"
#include "support/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace execute {

struct RunOptions {
  bool observe = false;     // fill Execution::observation and Execution::output
  bool diagnostics = false; // fill Execution::diagnostics
  bool leaks = false;       // say there what memory the calls forget (sanitized target only)
  std::uint8_t fill = 0;    // what fresh memory holds: the heap, locals (plain target only)
  std::uint8_t date = 0;    // another number, another date (plain target only)
  bool reversed = false;    // the test's objects lie in the other order
  std::uint8_t layout = 0;  // heap and stack lie elsewhere (plain target only)
  /// A run that takes this part of the CPU time that a test may take is given up (TimedOut).
  std::uint32_t timeoutPart = 1;

  friend bool operator==(const RunOptions &, const RunOptions &) = default;
};

struct ExploreOptions {
  bool isSeparate = false; // each test has a process of its own
  /// Exploring is for quick runs: one that takes this part of the CPU time that a test may take is
  /// given up (TimedOut), for whoever wants to run it alone with all its time.
  std::uint32_t timeoutPart = 10;
  bool reportsAll = false; // whatever they took, and however they ended
  /// A run that took a branch as often as none before, by its order of magnitude, is a find, too. A
  /// target remembers that for all it explores, so it is for campaigns of one function.
  bool counts = false;
  /// By branch: a run that comes nearer to taking it than this is a find, too. (Nearness::distance;
  /// empty: nobody asks.)
  std::span<const std::uint64_t> least = {};
};

/// A run worth a closer look, by its place in the batch.
struct Find {
  std::size_t index = 0;
  model::Execution execution;
  bool isUsual =
      false; // no new branch (but as often as none, or nearer); what it covers is not said
  std::vector<model::Nearness> nearer = {};
};

/// A call of a pure function with these bits as its arguments.
struct PureCall {
  model::PureId function;
  std::vector<std::uint64_t> arguments;
};

/// What came of it when it was made twice; both have a value, or there is a failure.
struct PureResult {
  std::uint64_t first = 0, second = 0;
  std::string failure; // "crashes (SIGSEGV)", "prints"...; empty: none
};

/// What became of runs that were frozen, to be gone on with. A test whose first inputs are fixed
/// (Supplied::isFixed) is run from the state behind them, if that can be frozen: many such tests
/// follow each other.
struct SnapshotCounts {
  std::uint64_t made = 0, resumed = 0, vanished = 0;
  std::uint64_t mostBytes = 0;                  // of one
  std::map<std::string, std::uint64_t> refused; // by reason

  SnapshotCounts &operator+=(const SnapshotCounts &other);
};

/// Runs test cases in a target. An interface so that campaigns can be tested without processes.
class Executor {
public:
  virtual ~Executor() = default;

  /// Runs each test in a process of its own. Coverage counts from here only.
  virtual support::Result<std::vector<model::Execution>> run(std::span<const model::TestCase> tests,
                                                             const RunOptions &options) = 0;

  /// Runs the tests as fast as this subject allows (many in one process where model::Sharing lets
  /// them be) and reports only those that did not return, or took a branch that is neither in the
  /// seen set nor taken by an earlier find of this call. In the order of the tests; no word on what
  /// was thrown, no observations.
  virtual support::Result<std::vector<Find>> explore(std::span<const model::TestCase> tests,
                                                     const ExploreOptions &options) = 0;

  /// The same for tests that differ from others in a few scalars.
  virtual support::Result<std::vector<Find>> explore(std::span<const model::Variation> variations,
                                                     const ExploreOptions &options) = 0;

  /// Calls pure functions of the subject, where nothing they do can hurt. A call that does not
  /// return in time is the last one made.
  virtual support::Result<std::vector<PureResult>> call(std::span<const PureCall> calls);

  /// What exploring need not report from now on.
  virtual void setSeen(std::span<const model::BranchId> branches) = 0;
  virtual SnapshotCounts snapshots() const { return {}; }
};

/// A run in a symbolic target.
struct Recording {
  model::Execution execution;
  std::span<const std::byte> log; // a segment as abi/trace.h describes it; good until the next run
  std::vector<std::uint64_t>
      inputs; // the value of each input (model::inputsOf) in this run: pointers are addresses
};

/// Runs test cases in a symbolic or inspect target, one at a time.
class Recorder {
public:
  virtual ~Recorder() = default;
  virtual support::Result<Recording> record(const model::TestCase &test) = 0;
  virtual SnapshotCounts snapshots() const { return {}; }
};

/// A run in an inspect target that stopped at a marker.
struct Inspection {
  Recording recording;
  std::span<const std::byte> frames; // as abi/frames.h describes it; good until the next run
};

/// An inspect target: a recorder that can stop.
class Inspector : public Recorder {
public:
  /// Runs the test up to the n-th marker of its first thread. An error if the run never gets there.
  virtual support::Result<Inspection> inspect(const model::TestCase &test,
                                              std::uint32_t marker) = 0;
};

/// More inputs than this are not made symbolic.
constexpr std::size_t mostInputs = 16384;

struct TargetLimits {
  std::uint32_t timeoutMs = 1000; // of one run, in CPU time (and ten times that in real time)
  std::uint32_t idleMs = 0;       // of one run that does nothing, in real time; 0: twice timeoutMs
  std::uint64_t memoryBytes = 1ull << 30;
  std::uint64_t outputBytes = 1ull << 20;
  bool reportsEarlyEnds = false; // exploring, a run that is rejected may be a find
  /// Asked while a run takes its time; once true, the run is given up, which is an error.
  std::function<bool()> stop = {};
};

/// How the error begins if the subject's own code, before main, keeps a target from starting.
inline constexpr const char *endsAtStart = "the program ends before any function can be called";

/// Starts the target program (built by build/) behind the fence, with `scratch` as its only
/// writable folder. The subject must outlive the executor. A target that dies is restarted; the run
/// that did it gets its outcome.
support::Result<std::unique_ptr<Executor>> startTarget(const std::filesystem::path &program,
                                                       const model::Subject &subject,
                                                       const std::filesystem::path &scratch,
                                                       const TargetLimits &limits);

/// The same for a symbolic target.
support::Result<std::unique_ptr<Recorder>> startSymbolicTarget(const std::filesystem::path &program,
                                                               const model::Subject &subject,
                                                               const std::filesystem::path &scratch,
                                                               const TargetLimits &limits);

/// The same for an inspect target.
support::Result<std::unique_ptr<Inspector>> startInspectTarget(const std::filesystem::path &program,
                                                               const model::Subject &subject,
                                                               const std::filesystem::path &scratch,
                                                               const TargetLimits &limits);

} // namespace execute
