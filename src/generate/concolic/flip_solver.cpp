#include "generate/concolic/flip_solver.h"

#include "support/clock.h"
#include "support/process.h"

#include <chrono>
#include <csignal>
#include <exception>
#include <utility>

namespace generate {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
using support::secondsSince;

/// Queries of one search that wait to be solved, or their answers to be taken. Few: each run may
/// change what is worth asking.
constexpr std::size_t mostOut = 8;
/// What a quick query takes, several times over. Who waits longer had better do something else.
constexpr Seconds moment(0.002);

/// Memory that runs out here must not end the search. Nor may the process be copied meanwhile.
FlipAnswer solveOrGiveUp(const FlipQuery &query, solver::Solver &solver) {
  const std::lock_guard noCopy(support::BackgroundTask::copying());
  try {
    return solve(query, solver);
  } catch (const std::exception &error) {
    return {solver::Unknown{error.what()}, std::nullopt};
  }
}

} // namespace

FlipSolver::FlipSolver(solver::Solver &solver, Mode mode) : solver_(solver), mode_(mode) {
  if (mode == Mode::AtOnce)
    return;
  // Signals are for the thread that waits for runs and compilers.
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { run(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void FlipSolver::stop() {
  if (!thread_.joinable())
    return;
  {
    const std::lock_guard lock(mutex_);
    isStopped_ = true;
    quick_.clear();
    full_.clear();
  }
  solver_.stop();
  asked_.notify_all();
  thread_.join();
}

void FlipSolver::add(Job job) {
  std::unique_lock lock(mutex_);
  if (mode_ == Mode::AtOnce) {
    const auto began = Clock::now();
    finish(std::move(job), lock);
    secondsWaited_ += secondsSince(began);
  } else if (!isStopped_) {
    (job.query.effort == solver::Effort::Quick ? quick_ : full_).push_back(std::move(job));
    asked_.notify_one();
  }
}

void FlipSolver::finish(Job job, std::unique_lock<std::mutex> &lock) {
  isSolving_ = true;
  lock.unlock();
  const auto began = Clock::now();
  FlipAnswer answer = solveOrGiveUp(job.query, solver_);
  const double seconds = secondsSince(began);
  lock.lock();
  isSolving_ = false;
  isNews_ = true;
  secondsSolving_ += seconds;
  job.ready->push_back({std::move(job.query), std::move(answer)});
  solved_.notify_all();
}

void FlipSolver::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    asked_.wait(lock, [this] { return isStopped_ || !quick_.empty() || !full_.empty(); });
    if (isStopped_)
      return;
    std::deque<Job> &queue = quick_.empty() ? full_ : quick_;
    Job job = std::move(queue.front());
    queue.pop_front();
    finish(std::move(job), lock);
  }
}

bool FlipSolver::wait(double seconds) {
  std::unique_lock lock(mutex_);
  const auto began = Clock::now();
  if (isBusy())
    solved_.wait_for(lock, Seconds(seconds), [this] { return isNews_; });
  secondsWaited_ += secondsSince(began);
  return std::exchange(isNews_, false) || isBusy();
}

double FlipSolver::secondsSolving() const {
  const std::lock_guard lock(mutex_);
  return secondsSolving_;
}

double FlipSolver::secondsWaited() const {
  const std::lock_guard lock(mutex_);
  return secondsWaited_;
}

void FlipSolver::Desk::ask(FlipQuery query) {
  ++out_;
  solver_.add({std::move(query), ready_});
}

std::optional<FlipSolver::Solved> FlipSolver::Desk::take() {
  if (out_ == 0)
    return std::nullopt;
  std::unique_lock lock(solver_.mutex_);
  if (ready_->empty()) {
    const auto began = Clock::now();
    solver_.solved_.wait_for(lock, moment, [this] { return !ready_->empty(); });
    solver_.secondsWaited_ += secondsSince(began);
  }
  if (ready_->empty())
    return std::nullopt;
  Solved solved = std::move(ready_->front());
  ready_->pop_front();
  --out_;
  return solved;
}

bool FlipSolver::Desk::isFull() const {
  return out_ >= (solver_.mode_ == Mode::AtOnce ? 1 : mostOut);
}

bool FlipSolver::Desk::isAnyReady() const {
  const std::lock_guard lock(solver_.mutex_);
  return !ready_->empty();
}

} // namespace generate
