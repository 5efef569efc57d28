#pragma once

#include "cli/options.h"

namespace cli {

/// `pincer test`: from sources to a suite on disk. Returns the exit code of DESIGN §5.
int runTest(const TestOptions &options, const OutputOptions &output);

} // namespace cli
