#pragma once

#include "solver/meter.h"
#include "solver/recent_pools.h"
#include "solver/shapes.h"
#include "solver/slice.h"

#include <deque>
#include <map>
#include <unordered_map>

namespace solver {

/// Tries solutions of earlier hard questions whose conditions have the same forms, under any names
/// of their inputs, in whatever run and function. A solution of many conditions is tried for few of
/// them too, and a solution of few may do for more: evaluation decides. Bounded.
class SolvedForms : public Layer {
public:
  SolvedForms(Layer &next, RecentPools<Shapes> &shapes, Meter &meter)
      : next_(next), shapes_(shapes), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  using Hash = std::array<std::uint64_t, 2>;
  struct Solved {
    std::vector<Shape> parts; // conditions; the first did not hold in the run
    Model values;             // of their inputs
  };

  std::vector<std::uint64_t> candidate(const Slice &slice, std::size_t violated,
                                       const Solved &solved);
  void learn(const Slice &slice, std::size_t violated, const Sat &sat);

  Layer &next_;
  RecentPools<Shapes> &shapes_;
  Meter &meter_;
  std::unordered_map<Hash, std::deque<Solved>, ShapeHash> solved_; // by form of the first part
};

} // namespace solver
