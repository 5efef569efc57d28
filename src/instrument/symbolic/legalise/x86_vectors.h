#pragma once

#include <llvm/IR/Function.h>

namespace instrument {

/// Writes what SSE has intrinsics of its own for (packing, sums of products, shifts by vectors ...)
/// as plain instructions on vectors, whose terms are known.
void writeOutMachineVectors(llvm::Function &function);

} // namespace instrument
