#pragma once

#include "solver/search/problem.h"

namespace solver::search {

/// Moves all variables together towards what fails, as fast as each side of each equation changes
/// with each variable (Gauss and Newton's steps, damped where they lead astray). True if the point
/// came nearer.
bool stepTogether(Problem &problem, Point &point);

} // namespace solver::search
