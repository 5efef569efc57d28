#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <utility>

namespace instrument {

/// The lower and the upper half of a vector of 256 bits.
std::pair<llvm::Value *, llvm::Value *> lanesOf(llvm::IRBuilderBase &builder, llvm::Value *vector);

/// Writes those of AVX's intrinsics that do with each half of a vector of 256 bits, on its own,
/// what one of SSE's does with a whole vector, as two of the latter.
void splitLanes(llvm::Function &function);

} // namespace instrument
