#pragma once

#include "solver/search/problem.h"

namespace solver::search {

/// For integers that must fit exactly (products, sums of squares): counts one variable through
/// `range` values, the small ones first, and for each works out another one from an equation that
/// fails. True if that found a solution.
bool scan(Problem &problem, Point &point, std::uint64_t range);

} // namespace solver::search
