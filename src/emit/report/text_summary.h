#pragma once

#include "emit/file.h"
#include "model/suite.h"

#include <string>

namespace emit {

/// What the terminal shows at the end: a line per function, findings, open branches, and last the
/// coverage and where the report is.
std::string textSummary(const model::Suite &suite, const Layout &layout, bool colour);

} // namespace emit
