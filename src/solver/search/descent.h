#pragma once

#include "solver/search/problem.h"

namespace solver::search {

/// Walks downhill from a point, one variable at a time and, where that gets no further, by joint
/// steps (newton.h), until it is a solution or no step leads further down.
void descend(Problem &problem, Point &point);

} // namespace solver::search
