#include "generate/sequence/sequence_pool.h"

#include "model/sequences.h"

#include <algorithm>
#include <set>

namespace generate {

void SequencePool::add(const model::TestCase &test) {
  std::set<model::TypeId> left;
  for (const model::Step &step : test.steps)
    if (step.slot && !model::isGivenAway(subject_, test, *step.slot, test.steps.size()))
      if (const auto type = model::madeBy(subject_, subject_[step.callable]))
        left.insert(*type);
  for (const model::TypeId type : left)
    rings_[type].add(test);
  if (std::ranges::any_of(test.steps, [&](const model::Step &step) {
        return !subject_[step.callable].facts.changes.variables.empty();
      }))
    changes_.add(test);
}

void SequencePool::Ring::add(const model::TestCase &test) {
  model::TestCase kept = test;
  kept.observers.clear();
  if (tests.size() < mostInRing) {
    tests.push_back(std::move(kept));
  } else {
    tests[next] = std::move(kept);
    next = (next + 1) % mostInRing;
  }
}

const model::TestCase *SequencePool::Ring::pick(support::Rng &rng) const {
  constexpr std::size_t newest = 4;
  if (tests.empty())
    return nullptr;
  const std::size_t end = next == 0 ? tests.size() : next;
  if (rng.oneIn(3))
    return &tests[end - 1 - rng.below(std::min(newest, end))];
  return &tests[rng.below(tests.size())];
}

const model::TestCase *SequencePool::pick(model::TypeId type, support::Rng &rng) const {
  const auto found = rings_.find(type);
  return found == rings_.end() ? nullptr : found->second.pick(rng);
}

const model::TestCase *SequencePool::pickChange(support::Rng &rng) const {
  return changes_.pick(rng);
}

} // namespace generate
