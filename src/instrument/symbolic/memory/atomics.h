#pragma once

#include "instrument/symbolic/algebra.h"

#include <llvm/IR/Instructions.h>
#include <optional>

namespace instrument {

/// What an atomic update leaves in memory; none: something without a term.
std::optional<Termed> atomicUpdate(TermAlgebra &algebra, llvm::AtomicRMWInst::BinOp operation,
                                   Termed before, Termed change);

} // namespace instrument
