#pragma once

#include "cli/options.h"
#include "support/result.h"

#include <filesystem>

namespace cli {

/// What `replay` needs to know of the `test` command that made a folder; kept in
/// DIR/.pincer/command.json.
support::Status saveCommand(const std::filesystem::path &folder, const TestOptions &options);

/// The options, with all paths absolute; an error if the folder holds no suite of ours.
support::Result<TestOptions> loadCommand(const std::filesystem::path &folder);

} // namespace cli
