#pragma once

#include "model/execution.h"
#include "model/subject.h"
#include "model/test_case.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace execute {

/// A run that waits in a target where it asked for more than its test supplies.
struct Snapshot {
  std::uint32_t number = 0;        // in the target
  model::TestCase prefix;          // what led there
  std::vector<model::Asked> asked; // by the run so far: all of it was supplied
  std::uint64_t bytes = 0;         // its memory
  std::uint64_t lastUse = 0;
};

/// Which runs wait in a target, by what led there. Their number and their memory are bounded: the
/// one that nobody went on from for longest makes way. It is rebuilt where somebody does.
class SnapshotPool {
public:
  explicit SnapshotPool(const model::Subject &subject) : subject_(subject) {}

  /// The inputs that are fixed (Supplied::isFixed), if it can be run from the state behind them.
  /// None: it has to be run from its start.
  std::optional<std::size_t> fixedCalls(const model::TestCase &test) const;
  /// The state with the most inputs that a run of the test comes by; none: its start.
  const Snapshot *nearest(const model::TestCase &test);
  /// What the test supplies beyond that state.
  model::TestCase beyond(const model::TestCase &test, const Snapshot *state) const;
  /// The test with nothing but what is fixed.
  model::TestCase prefixOf(const model::TestCase &test) const;

  /// Numbers of snapshots that have to go before another one is made.
  std::vector<std::uint32_t> makeRoom();
  std::uint32_t freeNumber() const;
  void add(Snapshot snapshot);
  void forget(std::uint32_t number);
  void clear() { snapshots_.clear(); }

  /// There was no freezing the state behind what is fixed, and there will not be.
  void refuse(model::TestCase prefix);
  bool isRefused(const model::TestCase &test) const;

private:
  bool comesBy(const model::TestCase &test, const model::TestCase &prefix) const;

  const model::Subject &subject_;
  std::deque<Snapshot> snapshots_;
  std::deque<model::TestCase> refused_; // the last few
  std::uint64_t uses_ = 0, refusals_ = 0;
};

} // namespace execute
