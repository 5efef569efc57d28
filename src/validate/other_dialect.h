#pragma once

#include "build/target.h"
#include "emit/dialects/dialect.h"
#include "emit/file.h"
#include "model/suite.h"
#include "support/deadline.h"
#include "support/result.h"

#include <string>
#include <vector>

namespace validate {

/// Writes a suite that holds as GoogleTests in another dialect, too. It is compiled and run once,
/// if the framework is installed; tests that do not hold there are left out. Notes say so.
support::Status writeIn(const emit::Dialect &dialect, model::Suite suite,
                        const emit::Layout &layout, const build::WorkFolder &work, unsigned jobs,
                        const support::Deadline &deadline, std::vector<std::string> &notes);

} // namespace validate
