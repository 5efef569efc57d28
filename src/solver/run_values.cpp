#include "solver/run_values.h"

namespace solver {

void RunValues::startFrom(const Query &query) {
  if (serial_ == query.pool.serial() && inputs_ == query.current)
    return;
  inputs_ = query.current;
  if (serial_ == query.pool.serial()) {
    evaluator_->assign(inputs_);
  } else {
    serial_ = query.pool.serial();
    evaluator_.emplace(query.pool, inputs_);
  }
}

} // namespace solver
