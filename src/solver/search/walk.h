#pragma once

#include "solver/search/problem.h"

namespace solver::search {

/// The Concolic Walk (Dinges and Agha): again and again a condition that fails is stepped towards,
/// within what the linear conditions that hold allow, and the best of the steps is taken even if it
/// leads uphill. The best point on the way is kept.
void walk(Problem &problem, Point &best, unsigned steps);

} // namespace solver::search
