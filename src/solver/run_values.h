#pragma once

#include "expr/evaluator.h"
#include "solver/recent_pools.h"
#include "solver/solver.h"

namespace solver {

/// Which conditions hold in the run a query starts from. Remembers values from query to query as
/// long as a pool's run stays the same, so that a long path condition is evaluated once.
class RunValues {
public:
  /// To be called at the beginning of each query.
  void startFrom(const Query &query);
  bool holds(expr::TermId condition) { return run_->evaluator(condition) != 0; }

  /// Values of inputs, and of the terms over them.
  struct Run {
    explicit Run(const expr::Pool &pool) : evaluator(pool, {}) {}
    std::vector<std::uint64_t> inputs;
    expr::Evaluator evaluator;
  };

private:
  RecentPools<Run> runs_;
  Run *run_ = nullptr;
};

} // namespace solver
