#include "solver/run_values.h"

namespace solver {

void RunValues::startFrom(const Query &query) {
  run_ = &runs_[query.pool];
  if (run_->inputs == query.current)
    return;
  run_->inputs = query.current;
  run_->evaluator.assign(run_->inputs);
}

} // namespace solver
