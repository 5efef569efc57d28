#pragma once

#include <algorithm>
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

  /// A phase begins now. If it has to wait for others, `least` seconds are left to itself all the
  /// same; all of them, if nothing is said.
  void begin(std::optional<double> seconds, std::optional<double> least = {}) {
    constexpr double forever = std::numeric_limits<double>::infinity();
    const double all = seconds.value_or(forever);
    leastEnd_ = now() + std::min(least.value_or(all), all);
    end_ = now() + all;
  }
  void addWaiting(double seconds) {
    leastEnd_ += seconds;
    waited_ += seconds;
    end_ = std::max(end_.load(), leastEnd_);
  }
  /// The phase is to end in so many seconds, but not before it had the least.
  void shorten(double seconds) {
    end_ = std::min(end_.load(), std::max(now() + seconds, leastEnd_));
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
  double leastEnd_ = std::numeric_limits<double>::infinity();
  double waited_ = 0;
};

} // namespace support
