#pragma once

#include "support/result.h"

#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace support {

/// How a command ended, and what it wrote.
struct CommandResult {
  int exitCode = 0; // 128 + n after signal n
  std::string output;
  std::string errors;
  bool ok() const { return exitCode == 0; }
};

/// A command of ours (compilers, linkers), never the subject: it runs unfenced.
struct Command {
  std::vector<std::string> arguments; // [0] is looked up in PATH
  std::optional<std::filesystem::path> directory;
};

/// A command that runs beside us. Waiting is required before the end of its life; the destructor
/// kills it.
class BackgroundCommand {
public:
  static Result<BackgroundCommand> start(const Command &command);
  BackgroundCommand(BackgroundCommand &&other) noexcept;
  BackgroundCommand &operator=(BackgroundCommand &&other) noexcept;
  ~BackgroundCommand();

  CommandResult wait();
  /// The same, unless `stop` becomes true first: then it is killed, and there is no result.
  std::optional<CommandResult> waitUnless(const std::function<bool()> &stop);

private:
  BackgroundCommand() = default;
  int pid_ = -1, output_ = -1, errors_ = -1;
  int lifeline_ = -1; // closed when it and all that it started have ended
};

/// Runs to the end. Fails only if the program can't be started.
Result<CommandResult> runCommand(const Command &command);

/// Work of ours that goes on beside us, in a copy of the process: so it can be ended at any time,
/// whatever it is at, with all that it started. The destructor does.
class BackgroundTask {
public:
  /// `work` gives a text back.
  static Result<BackgroundTask> start(const std::function<Result<std::string>()> &work);
  /// Other threads hold it while they are at work: the copy has this thread only, and a lock that
  /// another one held (of LLVM, of a file) would stay locked there for ever.
  static std::mutex &copying();
  BackgroundTask(BackgroundTask &&other) noexcept;
  BackgroundTask &operator=(BackgroundTask &&other) noexcept;
  ~BackgroundTask();

  /// Whether asking for its result would not have to wait.
  bool hasEnded() const;
  /// What it gave; none if `stop` became true first. Once it gave something, don't ask again.
  std::optional<Result<std::string>> waitUnless(const std::function<bool()> &stop);
  /// Waits until one of these, at least, has ended; false if `stop` became true first.
  static bool waitForAny(const std::vector<BackgroundTask> &tasks,
                         const std::function<bool()> &stop);

private:
  BackgroundTask() = default;
  int pid_ = -1, result_ = -1;
  int lifeline_ = -1; // closed when it and all that it started have ended
};

/// Does pieces 0 to `count` - 1 of some work beside each other, `jobs` at once, each in a copy of
/// the process. What they gave, in their order; the error of the first that failed, or one if
/// `stop` became true first, and then the others are ended. While there is one thread only.
Result<std::vector<std::string>>
doBeside(std::size_t count, unsigned jobs,
         const std::function<Result<std::string>(std::size_t)> &work,
         const std::function<bool()> &stop = {});

} // namespace support
