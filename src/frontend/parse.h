#pragma once

#include "model/subject.h"
#include "support/result.h"

#include <filesystem>
#include <span>

namespace frontend {

/// Reads the units with Clang, as clang-19 would compile them, and describes what they define:
/// functions and variables of the user's files, their types, and the constants of their text.
/// What they use and none of them defines becomes a supply, whether or not a library defines it.
/// If a unit does not compile, the error names it and shows Clang's own errors (no warnings).
/// `headers` is a folder of ours where headers are looked for last; a unit that includes one from
/// there has the folder among its flags afterwards.
support::Result<model::Subject> parse(std::span<const model::Unit> units,
                                      const std::filesystem::path &headers = {});

} // namespace frontend
