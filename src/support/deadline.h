#pragma once

#include <chrono>
#include <functional>
#include <limits>
#include <optional>

namespace support {

/// Until when the phase at hand may go on: until somebody interrupts, and for its time if it has
/// one. Whoever waits or loops asks it often, and leaves with what there is.
class Deadline {
public:
  explicit Deadline(std::function<bool()> interrupted = {})
      : interrupted_(std::move(interrupted)) {}

  /// A phase begins now.
  void begin(std::optional<double> seconds) {
    begin_ = Clock::now();
    seconds_ = seconds.value_or(std::numeric_limits<double>::infinity());
  }
  /// What the phase had to wait for others is no part of its time.
  void addWaiting(double seconds) {
    seconds_ += seconds;
    waited_ += seconds;
  }
  double secondsWaited() const { return waited_; } // in all phases

  bool wasInterrupted() const { return interrupted_ && interrupted_(); }
  double secondsLeft() const {
    return seconds_ - std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  bool isOver() const { return wasInterrupted() || secondsLeft() <= 0; }

private:
  using Clock = std::chrono::steady_clock;
  std::function<bool()> interrupted_;
  Clock::time_point begin_ = Clock::now();
  double seconds_ = std::numeric_limits<double>::infinity();
  double waited_ = 0;
};

} // namespace support
