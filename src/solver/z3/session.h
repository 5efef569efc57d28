#pragma once

#include "solver/z3/messages.h"

#include <memory>

namespace solver::z3worker {

/// Z3 itself: answers queries one after the other, and remembers conditions between them. Only
/// ever used inside the worker process.
class Session {
public:
  /// Starts again from nothing when Z3 holds more than `mostBytes`.
  explicit Session(std::uint64_t mostBytes);
  ~Session();

  Reply answer(const WireQuery &query);
  /// Out of memory: Z3 can't go on in this process.
  bool broken() const { return broken_; }

private:
  class State;
  Reply bitByBit(const WireQuery &query);
  void renew(const WireQuery &query);

  std::uint64_t mostBytes_;
  std::unique_ptr<State> state_;
  bool broken_ = false;
};

} // namespace solver::z3worker
