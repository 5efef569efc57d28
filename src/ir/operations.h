#pragma once

#include "abi/operations.h"

#include <llvm/IR/InstrTypes.h>

namespace ir {

/// A predicate (but UEQ, ONE, TRUE and FALSE) in terms of the operations there are.
struct Comparison {
  PincerOperation operation;
  bool swapped, negated;
};
Comparison comparisonOf(llvm::CmpInst::Predicate predicate);

/// The operation of an instruction that has one of its own.
PincerOperation operationOf(llvm::Instruction::BinaryOps opcode);

} // namespace ir
