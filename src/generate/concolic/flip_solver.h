#pragma once

#include "generate/concolic/flip_query.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace generate {

/// Solves the queries of all searches: when their answers are asked for, or in a thread of its own
/// beside whatever else goes on.
///
/// That thread owns the solver. The terms of a path belong to whoever recorded it until its first
/// query is handed in, and to the thread from then on: what others look at later is what never
/// changes of a path.
class FlipSolver {
public:
  enum class Mode { AtOnce, Beside };
  /// The solver must outlive it. It is stopped where it may be (solver::Solver::stop).
  FlipSolver(solver::Solver &solver, Mode mode);
  FlipSolver(const FlipSolver &) = delete;
  FlipSolver &operator=(const FlipSolver &) = delete;
  ~FlipSolver() { stop(); }

  struct Solved {
    FlipQuery query;
    FlipAnswer answer;
  };

  /// What one search asked for and has not taken yet. The solver must outlive it.
  class Desk {
  public:
    explicit Desk(FlipSolver &solver) : solver_(solver) {}
    /// Quick queries are solved first, all others in the order in which they come.
    void ask(FlipQuery query);
    /// The next answer; if it has to be waited for, at most for a moment.
    std::optional<Solved> take();
    /// Whether as much was asked for as is good: what comes later knows more.
    bool isFull() const;
    /// Whether there is something to take, without waiting.
    bool isAnyReady() const;
    bool isEmpty() const { return out_ == 0; }

  private:
    friend class FlipSolver;
    using Ready = std::deque<Solved>;
    FlipSolver &solver_;
    std::size_t out_ = 0;
    std::shared_ptr<Ready> ready_ = std::make_shared<Ready>(); // guarded by the solver's mutex
  };

  /// Waits until something was solved that nobody waited for yet, at most for so many seconds;
  /// false: there is nothing to wait for.
  bool wait(double seconds);
  /// Gives up what is not solved, for good. Then nobody but the caller uses solver and terms.
  void stop();

  /// Seconds spent solving, and how many of them somebody waited for an answer.
  double secondsSolving() const;
  double secondsWaited() const;

private:
  struct Job {
    FlipQuery query;
    std::shared_ptr<Desk::Ready> ready;
  };

  void add(Job job);
  void run();
  void finish(Job job, std::unique_lock<std::mutex> &lock);
  bool isBusy() const { return isSolving_ || !quick_.empty() || !full_.empty(); }

  solver::Solver &solver_;
  const Mode mode_;
  mutable std::mutex mutex_; // guards what follows
  std::condition_variable asked_, solved_;
  std::deque<Job> quick_, full_;
  bool isStopped_ = false, isSolving_ = false, isNews_ = false; // something was solved
  double secondsSolving_ = 0, secondsWaited_ = 0;
  std::thread thread_;
};

} // namespace generate
