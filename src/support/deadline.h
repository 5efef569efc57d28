#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <optional>

namespace support {

/// Until when the phase at hand may go on: until somebody interrupts, and for its time if it has
/// one. Whoever waits or loops asks it often, from any thread, and leaves with what there is.
class Deadline {
public:
  explicit Deadline(std::function<bool()> interrupted = {})
      : interrupted_(std::move(interrupted)) {}

  /// A phase begins now.
  void begin(std::optional<double> seconds) {
    end_ = seconds ? now() + *seconds : std::numeric_limits<double>::infinity();
  }
  /// What the phase had to wait for others is no part of its time.
  void addWaiting(double seconds) {
    end_ = end_ + seconds;
    waited_ += seconds;
  }
  double secondsWaited() const { return waited_; } // in all phases

  bool wasInterrupted() const { return interrupted_ && interrupted_(); }
  double secondsLeft() const { return wasInterrupted() ? 0 : end_ - now(); }
  bool isOver() const { return secondsLeft() <= 0; }

private:
  static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

  std::function<bool()> interrupted_;
  std::atomic<double> end_ = std::numeric_limits<double>::infinity(); // as now() counts
  double waited_ = 0;
};

} // namespace support
