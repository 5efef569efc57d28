#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

namespace instrument {

/// Which values of a function carry a term: those that may have one (they come from memory, an
/// argument or a call, or derive from such a value) and whose term something asks for. All others
/// get no code.
class TermFlow {
public:
  explicit TermFlow(llvm::Function &function);
  bool carries(const llvm::Value *value) const {
    return may_.contains(value) && needed_.contains(value);
  }

private:
  void findPossible(llvm::Function &function);
  void findNeeded(llvm::Function &function);

  llvm::DenseSet<const llvm::Value *> may_, needed_;
};

/// Whether the term of this instruction follows from those of its operands.
bool isDerived(const llvm::Instruction &instruction);
/// Whether nobody ever writes where this points.
bool isConstantMemory(const llvm::Value *pointer);
/// Derived instructions that only move leaves about.
bool isMove(const llvm::Instruction &instruction);
/// Intrinsics that combine the elements of a vector, and are derived.
bool isReduction(llvm::Intrinsic::ID intrinsic);
/// Among these, those that make a number of the elements' highest bits.
bool gathersSigns(llvm::Intrinsic::ID intrinsic);
/// Intrinsics on integers that are derived.
bool isArithmetic(llvm::Intrinsic::ID intrinsic);
/// Intrinsics that are their first operand.
bool isIdentity(llvm::Intrinsic::ID intrinsic);
/// Intrinsics that ask for no term and touch no memory of the subject.
bool isIgnored(llvm::Intrinsic::ID intrinsic);

} // namespace instrument
