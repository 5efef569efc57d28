#include "execute/snapshot_pool.h"

#include "abi/channel.h"
#include "model/objects.h"

#include <algorithm>

namespace execute {

using model::Supplied;
using model::TestCase;

namespace {

/// Of all. Less than a target has beside its subject's, so that none who waits takes from who runs.
constexpr std::uint64_t mostBytes = 256ull << 20;
constexpr std::size_t refusedToKeep = 4;
constexpr std::uint64_t mostRefusals = 16; // then it is the subject

std::pair<model::SupplyId, std::uint32_t> placeOf(const Supplied &supplied) {
  return {supplied.source, supplied.index};
}

bool isVariable(const model::Subject &subject, const Supplied &supplied) {
  return subject[supplied.source].kind == model::Supply::Kind::Variable;
}

/// Whether it refers to what may lie in another input.
bool refersElsewhere(const model::Value &value) {
  if (value.is<model::Inside>() || value.is<model::FromSlot>())
    return true;
  return std::ranges::any_of(value.parts(), refersElsewhere);
}

} // namespace

std::optional<std::size_t> SnapshotPool::fixedCalls(const TestCase &test) const {
  if (!test.hasFixedArguments || !test.observers.empty() || refusals_ >= mostRefusals)
    return std::nullopt;
  std::size_t fixed = 0;
  for (const Supplied &each : test.supplied) {
    if (each.isFixed)
      fixed += isVariable(subject_, each) ? 0 : 1;
    else if (isVariable(subject_, each) || refersElsewhere(each.value))
      return std::nullopt;
  }
  return fixed > 0 ? std::optional(fixed) : std::nullopt;
}

/// All that leads to the state is in the test, and fixed: runs are deterministic, so it gets there.
bool SnapshotPool::comesBy(const TestCase &test, const TestCase &prefix) const {
  if (prefix.supplied.size() > test.supplied.size())
    return false;
  auto at = test.supplied.begin();
  for (const Supplied &each : prefix.supplied) {
    while (at != test.supplied.end() && placeOf(*at) < placeOf(each))
      ++at;
    if (at == test.supplied.end() || placeOf(*at) != placeOf(each) || !at->isFixed ||
        at->value != each.value)
      return false;
  }
  return prefix.steps == test.steps;
}

const Snapshot *SnapshotPool::nearest(const TestCase &test) {
  Snapshot *best = nullptr;
  for (Snapshot &each : snapshots_)
    if ((!best || each.asked.size() > best->asked.size()) && comesBy(test, each.prefix))
      best = &each;
  if (best)
    best->lastUse = ++uses_;
  return best;
}

TestCase SnapshotPool::beyond(const TestCase &test, const Snapshot *state) const {
  if (!state)
    return test;
  TestCase further;
  further.endsAfterZeros = test.endsAfterZeros;
  auto known = state->prefix.supplied.begin();
  for (const Supplied &each : test.supplied) {
    while (known != state->prefix.supplied.end() && placeOf(*known) < placeOf(each))
      ++known;
    if (known == state->prefix.supplied.end() || placeOf(*known) != placeOf(each))
      further.supplied.push_back(each);
  }
  return further;
}

TestCase SnapshotPool::prefixOf(const TestCase &test) const {
  TestCase prefix = test;
  model::ObjectTable labels;
  model::labelObjects(subject_, prefix, labels);
  std::erase_if(prefix.supplied, [](const Supplied &each) { return !each.isFixed; });
  model::numberObjects(subject_, prefix);
  prefix.endsAfterZeros = 0;
  return prefix;
}

std::vector<std::uint32_t> SnapshotPool::makeRoom() {
  std::vector<std::uint32_t> gone;
  std::uint64_t bytes = 0, largest = 0; // the next one may be as large
  for (const Snapshot &each : snapshots_) {
    bytes += each.bytes;
    largest = std::max(largest, each.bytes);
  }
  while (!snapshots_.empty() &&
         (snapshots_.size() >= PINCER_MOST_SNAPSHOTS || bytes + largest > mostBytes)) {
    const auto oldest = std::ranges::min_element(snapshots_, {}, &Snapshot::lastUse);
    gone.push_back(oldest->number);
    bytes -= oldest->bytes;
    snapshots_.erase(oldest);
  }
  return gone;
}

std::uint32_t SnapshotPool::freeNumber() const {
  std::uint32_t number = 0;
  while (std::ranges::find(snapshots_, number, &Snapshot::number) != snapshots_.end())
    ++number;
  return number;
}

void SnapshotPool::add(Snapshot snapshot) {
  snapshot.lastUse = ++uses_;
  refusals_ = 0;
  snapshots_.push_back(std::move(snapshot));
}

void SnapshotPool::forget(std::uint32_t number) {
  std::erase_if(snapshots_, [&](const Snapshot &each) { return each.number == number; });
}

void SnapshotPool::refuse(TestCase prefix) {
  ++refusals_;
  refused_.push_back(std::move(prefix));
  if (refused_.size() > refusedToKeep)
    refused_.pop_front();
}

bool SnapshotPool::isRefused(const TestCase &test) const {
  const auto fixed = std::ranges::count_if(test.supplied, &Supplied::isFixed);
  return std::ranges::any_of(refused_, [&](const TestCase &prefix) {
    return prefix.supplied.size() == static_cast<std::size_t>(fixed) && comesBy(test, prefix);
  });
}

} // namespace execute
