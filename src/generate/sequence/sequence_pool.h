#pragma once

#include "model/test_case.h"
#include "support/rng.h"

#include <cstddef>
#include <map>
#include <vector>

namespace generate {

/// Sequences that ran normally and did something new, by the types of the objects they leave behind
/// (the paper's set T_N). All functions' searches share it: what brought an object into a state for
/// one of them is where another goes on.
class SequencePool {
public:
  explicit SequencePool(const model::Subject &subject) : subject_(subject) {}

  /// A sequence that returned; of those without objects nothing is kept.
  void add(const model::TestCase &test);
  /// One that leaves an object of this type, the newest more often; null: there is none.
  const model::TestCase *pick(model::TypeId type, support::Rng &rng) const;

private:
  static constexpr std::size_t mostPerType = 128; // memory stays flat: older ones make way

  const model::Subject &subject_;
  struct Ring {
    std::vector<model::TestCase> tests;
    std::size_t next = 0; // to be replaced
  };
  std::map<model::TypeId, Ring> rings_;
};

} // namespace generate
