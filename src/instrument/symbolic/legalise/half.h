#pragma once

#include "instrument/symbolic/algebra.h"

namespace instrument {

/// _Float16, or a vector of it.
bool isHalf(const llvm::Type *type);

/// Writes arithmetic on _Float16 as arithmetic on float, rounded again, which gives the same: that
/// is how machines without such instructions do it.
void promoteHalves(llvm::Function &function);

/// As a float.
Termed widenedHalf(TermAlgebra &algebra, Termed half);
/// The term of `result`, a _Float16: this float or double, rounded once.
llvm::Value *narrowedToHalf(TermAlgebra &algebra, Termed number, llvm::Value *result);

} // namespace instrument
