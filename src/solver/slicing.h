#pragma once

#include "expr/input_sets.h"
#include "solver/meter.h"
#include "solver/recent_pools.h"
#include "solver/run_values.h"
#include "solver/slice.h"

namespace solver {

/// Keeps the conditions that share inputs, directly or through others, with a condition that does
/// not hold in the run. All others hold and stay so, since their inputs keep their values.
class Slicing : public Solver {
public:
  Slicing(Layer &next, RunValues &run, Meter &meter) : next_(next), run_(run), meter_(meter) {}
  Answer solve(const Query &query) override;

private:
  std::vector<std::size_t> choose(const Query &query, expr::InputSets &sets);
  std::uint32_t find(std::uint32_t input);
  void join(std::uint32_t a, std::uint32_t b);

  Layer &next_;
  RunValues &run_;
  Meter &meter_;
  RecentPools<expr::InputSets> sets_;
  std::vector<std::uint32_t> parents_;  // by input: a union-find forest, new for each query
  std::vector<std::uint32_t> setRound_; // by set: the query that joined its inputs last
  std::uint32_t round_ = 0;
  TermMarks scratch_;
};

} // namespace solver
