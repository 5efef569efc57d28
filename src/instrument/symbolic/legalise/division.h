#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace instrument {

/// Whether it divides an integer of 65 to 128 bits, without a sign, by one that has at most 64
/// (abi/operations.h: WideDiv, WideRem).
bool isDivisionByWord(const llvm::Instruction &instruction);

/// Writes all other divisions of such integers in terms of these. Where it depends on the run
/// whether a divisor has more than 64 bits, a branch asks, so that there is a condition to flip.
void splitWideDivisions(llvm::Function &function);

} // namespace instrument
