#pragma once

#include "expr/evaluator.h"
#include "solver/solver.h"

#include <optional>

namespace solver {

/// Which conditions hold in the run a query starts from. Remembers values from query to query as
/// long as pool and run stay the same, so that a long path condition is evaluated once.
class RunValues {
public:
  bool holds(expr::TermId condition) { return (*evaluator_)(condition) != 0; }
  /// To be called at the beginning of each query.
  void startFrom(const Query &query);

private:
  std::uint64_t serial_ = 0; // of the pool; 0: none
  std::vector<std::uint64_t> inputs_;
  std::optional<expr::Evaluator> evaluator_;
};

} // namespace solver
