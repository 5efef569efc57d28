#pragma once

#include "cli/options.h"

namespace cli {

/// Runs one test in the symbolic target and prints its events: source lines, conditions, terms.
int runTrace(const TraceOptions &options);

} // namespace cli
