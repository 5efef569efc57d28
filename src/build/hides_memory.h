#pragma once

#include <set>
#include <string>

namespace build {

/// True if one of these library functions gives memory that is no block of the heap, or keeps what
/// it is given where nobody sees it: what a call leaves behind may be reached from there.
bool hidesMemory(const std::set<std::string> &externals);

} // namespace build
