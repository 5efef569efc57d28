#pragma once

#include "model/test_case.h"
#include "support/rng.h"

#include <cstddef>
#include <map>
#include <vector>

namespace generate {

/// Sequences that ran normally and did something new, by the types of the objects they leave behind
/// (the paper's set T_N), and those that may leave variables changed. All functions' searches share
/// it: what brought an object into a state for one of them is where another goes on.
class SequencePool {
public:
  explicit SequencePool(const model::Subject &subject) : subject_(subject) {}

  /// A sequence that returned; of those that leave nothing behind nothing is kept.
  void add(const model::TestCase &test);
  /// One that leaves an object of this type, the newest more often; null: there is none.
  const model::TestCase *pick(model::TypeId type, support::Rng &rng) const;
  /// One that may have changed variables, likewise.
  const model::TestCase *pickChange(support::Rng &rng) const;

private:
  static constexpr std::size_t mostInRing = 128; // memory stays flat: older ones make way
  struct Ring {
    std::vector<model::TestCase> tests;
    std::size_t next = 0; // to be replaced

    void add(const model::TestCase &test);
    const model::TestCase *pick(support::Rng &rng) const;
  };

  const model::Subject &subject_;
  std::map<model::TypeId, Ring> rings_;
  Ring changes_;
};

} // namespace generate
