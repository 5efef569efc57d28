#pragma once

#include <set>
#include <string>

namespace build {

/// True if one of these library functions starts threads, or arranges for code to run at a moment
/// that nobody foresees: what such a call does may differ from run to run.
bool startsThreads(const std::set<std::string> &externals);

} // namespace build
