#pragma once

#include "support/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace execute {

/// What a fenced process tree may use. Time is watched by whoever waits for it.
struct FenceLimits {
  std::uint64_t memoryBytes = 2ull << 30; // resident, of the whole tree
  std::uint64_t fileBytes = 16ull << 20;  // any one file it writes (scratch, captured output)
  std::uint32_t processes = 16;           // alive at once, in the tree
  int landlockAbi = 0;                    // 0: what the kernel has; else pretend it has only this
};

struct FencedCommand {
  std::vector<std::string> arguments;   // [0]: absolute path of the program
  std::vector<std::string> environment; // NAME=value, nothing is inherited
  std::vector<std::pair<int, int>>
      descriptors; // (ours, number in the child); everything else is closed
  std::filesystem::path
      scratch; // the one folder of ours where it may write; it is its working folder
};

/// A process tree behind the fence. It can see the file system read-only and write to its scratch
/// folder only, has no network, can't signal or trace anything outside, and dies as a whole.
class FencedProcess {
public:
  FencedProcess(FencedProcess &&other) noexcept;
  FencedProcess &operator=(FencedProcess &&other) noexcept;
  ~FencedProcess(); // kills it

  void kill();
  /// Waits for the end; the status is that of waitpid. Call once.
  int wait();
  /// Like wait, but gives up (false) after `timeoutMs`.
  bool waitFor(int timeoutMs, int &status);

private:
  friend support::Result<FencedProcess> startFenced(const FencedCommand &, const FenceLimits &);
  FencedProcess() = default;
  int pid_ = -1;
  int pidfd_ = -1;
};

/// Starts the command with the whole fence up, or not at all: the error says which part this
/// machine refuses.
support::Result<FencedProcess> startFenced(const FencedCommand &command, const FenceLimits &limits);

} // namespace execute
