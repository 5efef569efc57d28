#pragma once

#include "solver/solver.h"
#include "support/result.h"

#include <memory>

namespace solver {

/// The chain: constants and contradictions, independence slicing, contradictions learnt earlier,
/// assignments of earlier queries, calls of pure functions, inversion of one variable, circles of
/// comparisons, ranges, trying all values, linear queries first, bits for a SAT solver, a search
/// by distances, branch and prune with intervals, real arithmetic, a longer search, Z3 in a worker
/// process. Every Sat has been checked by evaluation. Forks the worker, so call it early.
class Chain : public Solver {
public:
  /// Queries are also written into a folder, if one is given (query_file.h).
  static support::Result<std::unique_ptr<Chain>> make(const Limits &limits,
                                                      const std::string &queryFolder = {});
  virtual const Counts &counts() const = 0;
};

} // namespace solver
