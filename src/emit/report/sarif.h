#pragma once

#include "emit/file.h"
#include "model/suite.h"

namespace emit {

/// findings.sarif, for code scanning and editors: each finding with the test that runs into it, and
/// as a remark each outcome that is proved infeasible.
File sarifLog(const model::Suite &suite, const Layout &layout);

/// Whether a log in this format names pincer as its tool.
bool isOwnSarif(const std::string &contents);

} // namespace emit
