#pragma once

#include "support/result.h"

#include <filesystem>

namespace cli {

/// An error if files of ours could not name this path: a quote or a line's end in an #include, a
/// backslash in a CMake project, bytes that are no UTF-8 in JSON. It says what to do.
support::Status checkName(const std::filesystem::path &path);

/// The same for a folder that is written to: in '%' LLVM's tools see a place for a random digit, in
/// '$(' CMake a variable of make.
support::Status checkFolderName(const std::filesystem::path &path);

} // namespace cli
