#pragma once

#include <optional>
#include <set>
#include <string>

namespace build {

/// The first of these library functions through which a call may change files, processes or the
/// network: nothing that a test may do where no fence stands.
std::optional<std::string> outsideEffect(const std::set<std::string> &externals);

/// The same, for a program that runs in a folder of its own: there it may do to files what it
/// likes.
std::optional<std::string> effectBeyondFiles(const std::set<std::string> &externals);

} // namespace build
