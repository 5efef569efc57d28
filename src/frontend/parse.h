#pragma once

#include "model/subject.h"
#include "support/result.h"

#include <span>

namespace frontend {

/// Reads the units with Clang, as clang-19 would compile them, and describes what they define:
/// functions and variables of the user's files, their types, and the constants of their text.
/// What they use and none of them defines becomes a supply, whether or not a library defines it.
/// If a unit does not compile, the error names it and shows Clang's own errors (no warnings).
support::Result<model::Subject> parse(std::span<const model::Unit> units);

} // namespace frontend
