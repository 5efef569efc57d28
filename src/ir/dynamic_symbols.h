#pragma once

#include "support/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ir {

/// What a program defines for the shared libraries it is linked with, dlsym included.
support::Result<std::vector<std::string>> dynamicSymbols(const std::filesystem::path &program);

} // namespace ir
