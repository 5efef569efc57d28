#pragma once

#include "model/execution.h"
#include "model/test_case.h"

#include <cstddef>
#include <vector>

namespace generate {

/// Proposes tests and learns from what became of them. Execution decides which are worth keeping,
/// so a generator may be approximate.
class Generator {
public:
  virtual ~Generator() = default;

  /// Replaces the contents of `out` by `count` tests. Give the same vector again: its memory is
  /// reused.
  virtual void propose(std::size_t count, std::vector<model::TestCase> &out) = 0;

  /// Tells what a test did: one of the proposed, or one that came from elsewhere (an earlier run,
  /// another engine). Tests that did nothing new need not be told.
  virtual void observe(const model::TestCase &test, const model::Execution &execution) = 0;
};

} // namespace generate
