#pragma once

#include "instrument/symbolic/algebra.h"

#include <llvm/IR/Intrinsics.h>

namespace instrument {

/// The terms of an intrinsic on scalars for which isArithmetic holds, leaf after leaf, from simpler
/// operations. `result`: what it gave.
llvm::SmallVector<llvm::Value *, 1> expandIntrinsic(TermAlgebra &algebra,
                                                    llvm::Intrinsic::ID intrinsic,
                                                    llvm::ArrayRef<Termed> arguments,
                                                    llvm::Value *result);

/// One step of an intrinsic for which isReduction holds: an element more.
Termed reduceStep(TermAlgebra &algebra, llvm::Intrinsic::ID reduction, Termed sum, Termed element);

} // namespace instrument
