#pragma once

#include "solver/search/problem.h"

namespace solver::search {

/// For a point at which equations of floating point are off by rounding alone: tries other
/// roundings, near by and at other solutions of the same equations. Does nothing for other points.
void polish(Problem &problem, Point &point);

} // namespace solver::search
