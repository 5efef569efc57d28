#pragma once

#include "solver/meter.h"
#include "solver/slice.h"

#include <deque>
#include <map>

namespace solver {

/// Tries solutions of earlier queries over the same inputs by evaluation. Bounded: few solutions
/// for each set of inputs, and only the sets used last.
class RecentAssignments : public Layer {
public:
  RecentAssignments(Layer &next, Meter &meter) : next_(next), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  using Values = std::vector<std::uint64_t>; // in the order of the inputs
  struct Entry {
    std::deque<Values> values; // the latest first
    std::uint64_t used = 0;
  };

  Entry &entryOf(std::vector<std::uint32_t> inputs);

  Layer &next_;
  Meter &meter_;
  std::map<std::vector<std::uint32_t>, Entry> entries_; // by inputs, ascending
  std::uint64_t queries_ = 0;
};

} // namespace solver
