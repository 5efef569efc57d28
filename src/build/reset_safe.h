#pragma once

#include <set>
#include <string>

namespace build {

/// True if a function that calls these library functions, and nothing else outside the subject,
/// leaves nothing behind that resetting the subject's variables and heap does not undo: no streams,
/// descriptors, handlers, locale, or state inside libc.
bool isResetSafe(const std::set<std::string> &externals);
bool isResetSafe(const std::string &external);
/// The same of one function of C's library.
bool isResetSafeInC(const std::string &name);

} // namespace build
