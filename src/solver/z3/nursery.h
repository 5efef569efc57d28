#pragma once

#include "support/result.h"

#include <cstdint>
#include <functional>

#include <sys/types.h>

namespace solver::z3worker {

/// A small process, forked early, that forks a worker whenever one is wanted: so that a worker
/// killed late in a run can be replaced without forking a large program full of threads. One worker
/// at a time. All of them end when the program does.
class Nursery {
public:
  struct Job {
    /// Done once in the nursery: what workers then have from their birth.
    std::function<void()> prepare;
    /// What a worker does with its end of the connection until the other end closes.
    std::function<void(int socket)> work;
    /// Bounds what a worker may map beyond what it has at its birth.
    std::uint64_t memoryBytes = 0;
  };

  /// Forks.
  static support::Result<Nursery> start(const Job &job);
  Nursery(Nursery &&other) noexcept;
  Nursery &operator=(Nursery &&) = delete;
  ~Nursery();

  struct Worker {
    pid_t pid = -1;
    int socket = -1; // the caller's to close
  };
  /// There must be no worker.
  support::Result<Worker> startWorker();
  /// Ends the worker, if it hasn't ended by itself, and says how it ended (as waitpid does).
  support::Result<int> endWorker();

private:
  Nursery(pid_t pid, int control) : pid_(pid), control_(control) {}

  pid_t pid_ = -1;
  int control_ = -1;
};

} // namespace solver::z3worker
