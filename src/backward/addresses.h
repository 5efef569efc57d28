#pragma once

#include "backward/places.h"

#include <llvm/IR/DataLayout.h>
#include <span>

namespace backward {

/// What is certain of the addresses that occur in these conditions: none is null, and objects that
/// live at the same time do not overlap. Not said of what a linker may merge or take from
/// elsewhere, nor of locals of blocks beside each other, which may share their place.
std::vector<expr::TermId> addressFacts(Places &places, std::span<const expr::TermId> conditions,
                                       const llvm::DataLayout &layout);

} // namespace backward
