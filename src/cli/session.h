#pragma once

#include "build/target.h"
#include "campaign/judge.h"
#include "cli/options.h"
#include "execute/executor.h"
#include "support/deadline.h"
#include "support/process.h"
#include "support/result.h"

#include <filesystem>
#include <memory>

namespace cli {

/// Exit codes of DESIGN §5.
enum ExitCode {
  Ok = 0,
  Findings = 1,
  Usage = 2,
  CantBuild = 3,
  Internal = 4,
  Below = 5,
  StillOpen = 6, // reach
  Interrupted = 130
};

/// An output folder that this process alone works in.
class OutputFolder {
public:
  /// Makes the folder if need be; an error if another pincer works in it, or if it can't be
  /// written.
  static support::Result<OutputFolder> open(const std::filesystem::path &path);
  OutputFolder(OutputFolder &&other) noexcept;
  OutputFolder &operator=(OutputFolder &&) = delete;
  ~OutputFolder();

  const std::filesystem::path &path() const { return path_; } // absolute
  build::WorkFolder work() const { return build::WorkFolder(path_ / ".pincer"); }

private:
  OutputFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::filesystem::path path_;
  int lock_;
};

/// The targets of a built program, behind their fences. All but the plain one are built beside the
/// search, and awaited on first use.
class Targets {
public:
  /// How to wait for compilers.
  struct Patience {
    support::Deadline &deadline;            // gets to know how long it took
    std::optional<double> symbolicSeconds;  // without the symbolic target there is a search, too
    std::function<void(const char *)> tell; // what is awaited
  };
  static support::Result<std::unique_ptr<Targets>>
  start(const build::Program &program, const build::WorkFolder &work,
        const execute::TargetLimits &limits, unsigned jobs, bool withSymbolic, Patience patience);
  execute::Executor &plain() { return *plain_; }
  /// The plain target with its variables at other addresses, or else the plain target.
  support::Result<execute::Executor *> moved();
  support::Result<execute::Executor *> sanitized();
  campaign::Doubts doubts();
  /// Where MemorySanitizer watches. If nobody foresaw a use for it, it is built now.
  support::Result<execute::Executor *> memory();
  /// Whether tests can be judged without waiting for a compiler.
  bool canJudge() const;
  bool hasSymbolic() const { return hasEnded(symbolicProgram_); }
  /// Why there is none, once it was asked for in vain.
  const std::string &memoryFailure() const { return memoryFailure_; }
  support::Result<execute::Recorder *> symbolic();
  /// Built when first asked for.
  support::Result<execute::Recorder *> checked();
  /// Whether asking for it would not have to wait; if nobody has asked yet, it begins to be built.
  bool hasChecked();
  /// Built now.
  support::Result<execute::Inspector *> inspect();

private:
  Targets(const build::Program &program, const build::WorkFolder &work,
          const execute::TargetLimits &limits, unsigned jobs, Patience patience)
      : program_(program), work_(work), limits_(limits), jobs_(jobs),
        patience_(std::move(patience)) {}
  using Building = std::optional<support::BackgroundTask>;
  static bool hasEnded(const Building &building) { return !building || building->hasEnded(); }
  support::Result<std::filesystem::path> await(Building &building, const char *what,
                                               std::optional<double> mostSeconds);
  support::Status beginChecked();
  static support::Status
  begin(Building &building, const std::function<support::Result<std::filesystem::path>()> &build);
  support::Result<std::unique_ptr<execute::Recorder>>
  startRecorder(Building &building, const char *what, std::optional<double> mostSeconds,
                const char *scratch);
  support::Result<execute::Executor *> awaitTarget(Building &building, const char *what,
                                                   const char *scratch,
                                                   std::unique_ptr<execute::Executor> &executor);

  const build::Program &program_;
  const build::WorkFolder work_;
  const execute::TargetLimits limits_;
  const unsigned jobs_;
  const Patience patience_;
  std::unique_ptr<execute::Executor> plain_, moved_, sanitized_, memory_;
  std::unique_ptr<execute::Recorder> symbolic_, checked_;
  std::unique_ptr<execute::Inspector> inspect_;
  Building movedProgram_, sanitizedProgram_, memoryProgram_, symbolicProgram_, checkedProgram_;
  bool checkedIsBegun_ = false;
  std::string memoryFailure_;
};

/// Writing where nobody reads any more is from now on an error, and not the end of the process.
void outliveReaders();

/// What SIGINT and SIGTERM do from now on. The second one ends the process at once.
enum class OnInterrupt {
  Leave, // nothing is lost: says so and ends the process, whatever it is at
  Note   // there are results to write: see wasInterrupted
};
void catchInterrupts(OnInterrupt what);
bool wasInterrupted();

/// Prints "pincer: message" and returns the code.
int fail(ExitCode code, const std::string &message);

} // namespace cli
