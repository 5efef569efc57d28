#pragma once

#include "solver/solver.h"

#include <chrono>
#include <string_view>

namespace solver {

/// Keeps Counts: who answered what, and the time each layer took without the layers below it.
class Meter {
public:
  /// From here to the end of the scope, time is the layer's (until a layer below starts its own).
  class Scope {
  public:
    Scope(Meter &meter, const char *layer) : meter_(meter), outer_(meter.enter(layer)) {}
    ~Scope() { meter_.enter(outer_); }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    Meter &meter_;
    const char *outer_;
  };

  /// Notes that a layer answered, and passes the answer on.
  Answer answered(std::string_view layer, Answer answer);
  /// Notes something else worth knowing: "z3: wrong assignment".
  void note(const std::string &what) { ++counts_.answers[what]; }
  const Counts &counts() const { return counts_; }

private:
  const char *enter(const char *layer);

  Counts counts_;
  const char *layer_ = nullptr;
  std::chrono::steady_clock::time_point since_;
};

} // namespace solver
