#pragma once

#include "solver/search/problem.h"

namespace solver::search {

/// A global search: controlled random search with local mutation (Price; Kaelo and Ali) on points
/// spread over [-reach, reach] in every variable that a search can move. Ends after so many
/// evaluations or when all points are the same; the best one is returned.
Point searchPopulation(Problem &problem, double reach, std::uint64_t evaluations);

} // namespace solver::search
