#pragma once

#include "ir/matching.h"

#include <cstdint>
#include <llvm/IR/Module.h>
#include <optional>
#include <vector>

namespace ir {

/// What each slot stands for, in the order of slots; none: an edge that is no outcome.
using Slots = std::vector<std::optional<RegionOutcome>>;

/// Inserts one marker call per matched decision, numbered from `firstSlot` on.
Slots insertMarkers(llvm::Module &module, const Matching &matching, std::uint32_t firstSlot);

} // namespace ir
