#pragma once

#include "cli/options.h"
#include "model/subject.h"
#include "support/result.h"

#include <vector>

namespace cli {

/// What the units define and use, with the unit that serves harnesses if they are one; then only
/// the harness is driven, unless the options name functions.
support::Result<model::Subject> readSubject(const std::vector<model::Unit> &units,
                                            const TestOptions &options);

} // namespace cli
