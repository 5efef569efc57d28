#pragma once

#include "model/branch.h"
#include "support/result.h"

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

namespace ir {

/// What decides whether a line of the text is executed.
struct LineBranches {
  /// A run that takes one of these, and goes on to the end of the function, comes to the line.
  std::set<model::BranchId> branches;
  std::set<std::string> always;          // functions that come there in any case, by their IR names
  std::set<std::uint32_t> linesWithCode; // of that file
};

/// Looks for the line in one unit's marked bitcode. `file` is absolute.
support::Result<LineBranches> branchesLeadingTo(const std::filesystem::path &markedBitcode,
                                                const std::string &file, std::uint32_t line);

} // namespace ir
