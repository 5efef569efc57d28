#pragma once

#include "model/subject.h"
#include "support/result.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace build {

struct ResolvedUnits {
  std::vector<model::Unit> units; // in the order of the sources, each file once
  std::vector<std::string> notes; // sentences for the user: flags that were left out...
};

/// Finds out how to compile the sources. `database` is a compile_commands.json or the folder that
/// holds one; without it, the sources are compiled in the current folder. `extraFlags` are the
/// user's own, relative to the current folder; they come last. Flags that say nothing about the
/// meaning of the source (optimisation, debugging, warnings, outputs) are left out.
support::Result<ResolvedUnits> resolveUnits(std::span<const std::filesystem::path> sources,
                                            const std::optional<std::filesystem::path> &database,
                                            std::span<const std::string> extraFlags);

} // namespace build
