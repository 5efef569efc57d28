#pragma once

#include "cli/options.h"

namespace cli {

/// Says of each outcome of the conditions on a line why it is covered, infeasible or open, as the
/// folder's report.json has it; nothing is built or run.
int runExplain(const ExplainOptions &options);

} // namespace cli
