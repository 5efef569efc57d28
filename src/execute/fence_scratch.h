#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace execute {

/// Bytes in all files below a scratch folder, also while a tree works there; nothing if they can't
/// be counted (too many). Opens folders that the tree closed.
std::optional<std::uint64_t> scratchUse(const std::string &scratch);

} // namespace execute
