#pragma once

#include "build/target.h"
#include "cli/options.h"
#include "execute/executor.h"
#include "support/result.h"

#include <filesystem>
#include <future>
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
  static support::Result<std::unique_ptr<Targets>> start(const build::Program &program,
                                                         const build::WorkFolder &work,
                                                         const execute::TargetLimits &limits,
                                                         unsigned jobs, bool withSymbolic);
  execute::Executor &plain() { return *plain_; }
  support::Result<execute::Executor *> sanitized();
  support::Result<execute::Recorder *> symbolic();
  /// Built now.
  support::Result<execute::Inspector *> inspect();
  /// How long callers of sanitized() and symbolic() waited for compilers so far.
  double secondsWaited() const { return secondsWaited_; }

private:
  Targets(const build::Program &program, const build::WorkFolder &work,
          const execute::TargetLimits &limits)
      : program_(program), work_(work), limits_(limits) {}

  const build::Program &program_;
  const build::WorkFolder work_;
  const execute::TargetLimits limits_;
  std::unique_ptr<execute::Executor> plain_, sanitized_;
  std::unique_ptr<execute::Recorder> symbolic_;
  std::unique_ptr<execute::Inspector> inspect_;
  using Building = std::future<support::Result<std::filesystem::path>>;
  support::Result<std::filesystem::path> await(Building &building);

  Building sanitizedProgram_, symbolicProgram_;
  double secondsWaited_ = 0;
};

/// Writing where nobody reads any more is from now on an error, and not the end of the process.
void outliveReaders();

/// True once SIGINT or SIGTERM came; the second one ends the process at once.
void catchInterrupts();
bool wasInterrupted();

/// Prints "pincer: message" and returns the code.
int fail(ExitCode code, const std::string &message);

} // namespace cli
