#include "generate/sequence/frontier.h"

#include <iterator>

namespace generate {

using model::Nearness;

void Frontier::want(const std::vector<bool> &wanted) {
  least_.resize(wanted.size(), 0);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i])
      least_[i] = 0;
    else if (!tests_.contains(model::BranchId(i)))
      least_[i] = Nearness::far;
  }
  std::erase_if(tests_, [&](const auto &entry) {
    return entry.first.index >= wanted.size() || !wanted[entry.first.index];
  });
}

void Frontier::note(const model::TestCase &test, std::span<const Nearness> nearer) {
  for (const Nearness &each : nearer)
    if (each.branch.index < least_.size() && each.distance < least_[each.branch.index]) {
      least_[each.branch.index] = each.distance;
      tests_[each.branch] = {test};
    }
}

Frontier::Entry &Frontier::any(support::Rng &rng) {
  return std::next(tests_.begin(), static_cast<std::ptrdiff_t>(rng.below(tests_.size())))->second;
}

const model::TestCase &Frontier::pick(support::Rng &rng) {
  Entry &a = any(rng), &b = any(rng);
  Entry &chosen = a.picks <= b.picks ? a : b;
  ++chosen.picks;
  return chosen.test;
}

} // namespace generate
