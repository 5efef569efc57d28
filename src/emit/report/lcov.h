#pragma once

#include "emit/file.h"
#include "model/suite.h"

namespace emit {

/// coverage.info, for lcov and genhtml. Branches are ours (one per outcome of a source condition);
/// infeasible and constant ones are left out. Counts are numbers of tests, without those that need
/// undefined behaviour.
File lcovTrace(const model::Suite &suite);

} // namespace emit
