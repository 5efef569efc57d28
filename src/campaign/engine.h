#pragma once

#include "model/suite.h"
#include "support/result.h"

#include <cstdint>

namespace campaign {

/// The currency that engines are paid in: work, counted so that it is the same on every machine.
/// One tick is about ten microseconds of it.
using Ticks = std::uint64_t;

/// What things cost, by and large. A run in process takes less than a tick; but a budget of steps
/// counts it like any other.
struct Prices {
  static constexpr Ticks runInProcess = 2;
  static constexpr Ticks runLoosely = 4;
  static constexpr Ticks runForked = 60;
  static constexpr Ticks recordedRun = 300;
  static constexpr Ticks recordedEventsPerTick = 10;
  static constexpr Ticks quickQuery = 30;
  static constexpr Ticks hardQuery = 2'000;
  static constexpr Ticks segment = 5; // of a backward search
  static constexpr Ticks judging = 2'000;
  static constexpr Ticks runToLimit = 100'000; // the default one, a second
};

/// What engines promise (Engine::promise).
struct Promises {
  static constexpr double random = 1, refusals = 1.5, aimed = 2;
  static constexpr double deep = 16;        // where runs never end, what is left is deep inside
  static constexpr double errors = 0.2;     // branches come first
  static constexpr double elsewhere = 0.05; // of that, where nothing in the function's body is open
};

/// One way of searching for tests of one function. The scheduler that pays it knows nothing else of
/// it.
class Engine {
public:
  virtual ~Engine() = default;

  /// As report.json's stats name it.
  virtual const char *name() const = 0;
  /// What it is taken to gain while nothing is known, in comparison with others: a query is aimed
  /// at something, a random run is not.
  virtual double promise() const = 0;
  /// Whether there is anything left to do. What other engines find may change that.
  virtual bool hasWork() const = 0;
  /// Whether all of it has to wait for what goes on beside: a compiler, the solver.
  virtual bool mustWait() const { return false; }
  /// Works for about so many ticks: proposes tests, runs them, and hands what they did to whoever
  /// judges.
  virtual support::Status work(Ticks ticks) = 0;

  /// A test of its function entered the suite, whoever found it.
  virtual void observe(const model::KeptTest &) {}
  /// A test took something wanted and is no good for a green suite.
  virtual void observeDirty(const model::TestCase &) {}
  /// The function goes on asking for inputs without end.
  virtual void observeStarving() {}
};

} // namespace campaign
