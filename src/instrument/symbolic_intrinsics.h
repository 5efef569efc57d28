#pragma once

#include "instrument/symbolic_algebra.h"

namespace llvm {
class IntrinsicInst;
}

namespace instrument {

/// The terms of an intrinsic for which isArithmetic holds, leaf after leaf, from simpler
/// operations.
llvm::SmallVector<llvm::Value *, 1> expandIntrinsic(TermAlgebra &algebra, llvm::IntrinsicInst &call,
                                                    llvm::ArrayRef<Termed> arguments);

} // namespace instrument
