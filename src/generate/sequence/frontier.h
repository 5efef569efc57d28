#pragma once

#include "model/nearness.h"
#include "model/test_case.h"
#include "support/rng.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace generate {

/// For each branch that nobody has taken the test whose run came nearest to it, as far as runs can
/// say: what counts up to a limit is gone on from, rather than begun again.
class Frontier {
public:
  /// By branch: what is wanted. Tests for others are forgotten.
  void want(const std::vector<bool> &wanted);
  /// By branch: how near runs came; 0: it is not wanted.
  std::span<const std::uint64_t> least() const { return least_; }
  /// A run of this test came nearer than all before.
  void note(const model::TestCase &test, std::span<const model::Nearness> nearer);

  bool isEmpty() const { return tests_.empty(); }
  /// One of them, rather one that was gone on from less. There must be one.
  const model::TestCase &pick(support::Rng &rng);

private:
  struct Entry {
    model::TestCase test;
    std::uint64_t picks = 0; // since it came nearer
  };
  Entry &any(support::Rng &rng);

  std::map<model::BranchId, Entry> tests_;
  std::vector<std::uint64_t> least_;
};

} // namespace generate
