#pragma once

#include "solver/meter.h"
#include "solver/shapes.h"
#include "solver/slice.h"

#include <deque>
#include <unordered_map>

namespace solver {

/// Remembers contradictions by the forms of their conditions, and answers a query that contains
/// one of them under any other names of the inputs, in whatever run and function. Bounded: small
/// contradictions, the latest of them.
class Cores : public Layer {
public:
  Cores(Layer &next, Meter &meter) : next_(next), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  using Core = std::vector<Shape>; // its inputs have numbers of the run in which it was found

  class Match;

  std::vector<std::size_t> find(Slice &slice);
  std::vector<std::size_t> find(Slice &slice, std::size_t condition);
  void learn(const Slice &slice, const Unsat &unsat);
  void forgetOldest();

  Layer &next_;
  Meter &meter_;
  Shapes shapes_;
  std::deque<Core> cores_;      // the oldest first
  std::uint64_t forgotten_ = 0; // cores: the first one left has this number
  std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> byForm_; // numbers of cores
};

} // namespace solver
