#include "campaign/scheduler.h"

#include <algorithm>
#include <utility>

namespace campaign {

namespace {

/// The first slices are short: with many functions, each must have its first soon.
constexpr Ticks firstSlice = 1'000, longestSlice = 16'000;
/// In how many ticks an engine of which nothing is known is taken to gain what it promises.
constexpr double expectedTicks = 2'000;
/// Each slice halves what earlier gains count, and one with a gain what was paid before.
constexpr double memory = 0.5;
/// Engines that had nothing to do are asked again after so many slices of others, or more if there
/// are many: so many of them a slice.
constexpr std::uint64_t slicesUntilRevival = 2, revivedPerSlice = 16;

} // namespace

double Scheduler::scoreOf(const Entry &entry) const {
  return (entry.engine->promise() + entry.recentGain) / (expectedTicks + entry.recentTicks);
}

void Scheduler::enqueue(std::size_t entry) { queue_.emplace(-scoreOf(entries_[entry]), entry); }

void Scheduler::add(Engine &engine) {
  entries_.push_back({&engine});
  enqueue(entries_.size() - 1);
}

void Scheduler::reviveIdle() {
  slicesSinceRevival_ = 0;
  for (const std::size_t entry : std::exchange(idle_, {}))
    enqueue(entry);
}

Scheduler::Slice Scheduler::next() {
  if (slicesSinceRevival_ >= std::max(slicesUntilRevival, idle_.size() / revivedPerSlice))
    reviveIdle();
  for (const bool isLast : {false, true}) {
    while (!queue_.empty()) {
      const std::size_t entry = queue_.begin()->second;
      queue_.erase(queue_.begin());
      if (Engine &engine = *entries_[entry].engine; engine.hasWork() && !engine.mustWait())
        return {&engine,
                std::min(firstSlice << std::min(entries_[entry].slices, 16u), longestSlice), entry};
      idle_.push_back(entry);
    }
    if (!isLast)
      reviveIdle();
  }
  return {};
}

bool Scheduler::isAnythingLeft() const {
  return std::ranges::any_of(entries_, [](const Entry &entry) { return entry.engine->hasWork(); });
}

void Scheduler::note(const Slice &slice, Ticks used, std::uint64_t gains) {
  Entry &entry = entries_[slice.entry];
  entry.recentGain = entry.recentGain * memory + static_cast<double>(gains);
  entry.recentTicks = (entry.recentTicks + static_cast<double>(used)) * (gains > 0 ? memory : 1);
  entry.account.ticks += used;
  entry.account.gains += gains;
  ++entry.slices;
  ++slicesSinceRevival_;
  enqueue(slice.entry);
}

std::map<std::string, Scheduler::Account> Scheduler::accounts() const {
  std::map<std::string, Account> accounts;
  for (const Entry &entry : entries_) {
    Account &account = accounts[entry.engine->name()];
    account.ticks += entry.account.ticks;
    account.gains += entry.account.gains;
  }
  return accounts;
}

} // namespace campaign
