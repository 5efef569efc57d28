#pragma once

#include "campaign/engine.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace campaign {

/// Decides which engine works next: the one that is expected to gain most per tick. What an engine
/// gained lately speaks for it, what it was paid since then against it. So as long as nobody gains
/// anything, all are paid alike, and none loses to another that is good for nothing here; and one
/// that goes on gaining goes on working.
class Scheduler {
public:
  /// What an engine was given, and what came of it.
  struct Account {
    Ticks ticks = 0;
    std::uint64_t gains = 0;
  };

  /// The engine must outlive this.
  void add(Engine &engine);

  struct Slice {
    Engine *engine = nullptr;
    Ticks ticks = 0;
    std::size_t entry = 0;
  };
  /// Who works next, and for how long. No engine: none has anything left to do now.
  Slice next();
  /// Whether an engine has something to do, if only later.
  bool isAnythingLeft() const;
  /// After each slice. What was gained may have given work to engines that had none.
  void note(const Slice &slice, Ticks used, std::uint64_t gains);

  /// By name of the engine, over all functions.
  std::map<std::string, Account> accounts() const;

private:
  struct Entry {
    Engine *engine;
    double recentGain = 0, recentTicks = 0;
    Account account = {};
    unsigned slices = 0;
  };
  double scoreOf(const Entry &entry) const;
  void enqueue(std::size_t entry);
  void reviveIdle();

  std::vector<Entry> entries_;
  std::set<std::pair<double, std::size_t>> queue_; // by score, the highest first (negated)
  std::vector<std::size_t> idle_; // had no work when they were asked, or had to wait
  std::uint64_t slicesSinceRevival_ = 0;
};

} // namespace campaign
