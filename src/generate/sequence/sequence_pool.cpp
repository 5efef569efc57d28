#include "generate/sequence/sequence_pool.h"

#include "model/sequences.h"

#include <set>

namespace generate {

void SequencePool::add(const model::TestCase &test) {
  std::set<model::TypeId> left;
  for (const model::Step &step : test.steps)
    if (step.slot && !model::isGivenAway(subject_, test, *step.slot, test.steps.size()))
      if (const auto type = model::madeBy(subject_, subject_[step.callable]))
        left.insert(*type);
  for (const model::TypeId type : left) {
    Ring &ring = rings_[type];
    model::TestCase kept = test;
    kept.observers.clear();
    if (ring.tests.size() < mostPerType) {
      ring.tests.push_back(std::move(kept));
    } else {
      ring.tests[ring.next] = std::move(kept);
      ring.next = (ring.next + 1) % mostPerType;
    }
  }
}

const model::TestCase *SequencePool::pick(model::TypeId type, support::Rng &rng) const {
  constexpr std::size_t newest = 4;
  const auto found = rings_.find(type);
  if (found == rings_.end())
    return nullptr;
  const std::vector<model::TestCase> &tests = found->second.tests;
  const std::size_t end = found->second.next == 0 ? tests.size() : found->second.next;
  if (rng.oneIn(3))
    return &tests[end - 1 - rng.below(std::min(newest, end))];
  return &tests[rng.below(tests.size())];
}

} // namespace generate
