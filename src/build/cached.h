#pragma once

#include "support/cache.h"
#include "support/process.h"
#include "support/result.h"

#include <filesystem>
#include <functional>
#include <string>

namespace build {

/// Runs a compiler that makes one file of others (`-c input -o output`), unless it made the same
/// before from the same text with the same flags: then the output is what it was.
support::Result<support::CommandResult> compileCached(const support::Command &command,
                                                      const support::Cache &cache);

/// Makes `output` by code of ours, unless it did so before from the same inputs. What `make` gives
/// back is kept, too.
support::Result<std::string> makeCached(const support::Cache &cache, const std::string &inputs,
                                        const std::filesystem::path &output,
                                        const std::function<support::Result<std::string>()> &make);

} // namespace build
