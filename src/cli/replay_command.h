#pragma once

#include "cli/options.h"

namespace cli {

/// `pincer replay`: builds the subject as it is now, runs the saved tests, and compares outcome and
/// coverage with the report. Exit code 1: something differs.
int runReplay(const ReplayOptions &options, const OutputOptions &output);

} // namespace cli
