#pragma once

#include "instrument/symbolic/algebra.h"

#include <llvm/IR/Intrinsics.h>

namespace instrument {

/// An integer of 65 to 128 bits: the 64 low bits and the rest.
struct Wide {
  Termed low, high;
};

/// Operations on such integers in terms of operations on their halves, as expandIntrinsic and
/// TermAlgebra do it: at the builder's place, where something is symbolic.
class WideAlgebra {
public:
  /// `width`: of the operands, in bits.
  WideAlgebra(TermAlgebra &algebra, unsigned width);

  static bool has(llvm::Instruction::BinaryOps opcode); // all but divisions
  /// Without signs, by a number of 64 bits.
  Wide quotient(Wide a, Termed divisor);
  Wide rest(Wide a, Termed divisor);
  Wide binary(llvm::Instruction::BinaryOps opcode, Wide a, Wide b);
  Termed compare(llvm::CmpInst::Predicate predicate, Wide a, Wide b);
  Wide choose(Termed condition, Wide a, Wide b);

  /// Intrinsics on integers of two halves (symbolic_wide_intrinsics.cpp), leaf after leaf.
  static bool has(llvm::Intrinsic::ID intrinsic, unsigned width);
  llvm::SmallVector<llvm::Value *, 1> intrinsic(llvm::Intrinsic::ID intrinsic,
                                                llvm::ArrayRef<Wide> arguments);

private:
  struct Checked {
    Wide result;
    Termed overflow;
  };
  Checked checkedSum(Wide a, Wide b, bool isSigned);
  Checked checkedDifference(Wide a, Wide b, bool isSigned);
  Termed ofHalf(llvm::Intrinsic::ID intrinsic, Termed half);
  Wide count(llvm::Intrinsic::ID intrinsic, Wide a);
  Wide funnel(Wide high, Wide low, Termed amount, bool left);
  Termed isNegative(Termed high);

  Wide whole(Wide a, bool isSigned);
  Wide cut(Wide a);
  Termed word(std::uint64_t value);
  Termed plain(llvm::Instruction::BinaryOps opcode, Termed a, Termed b);
  Termed shifted(PincerOperation operation, Termed a, Termed amount);
  Termed carry(llvm::CmpInst::Predicate predicate, Termed a, Termed b);
  Wide sum(Wide a, Wide b);
  Wide difference(Wide a, Wide b);
  Wide product(Wide a, Wide b);
  Termed highOfProduct(Termed a, Termed b);
  Wide shiftedLeft(Wide a, Termed amount);
  Wide shiftedRight(Wide a, Termed amount, bool isSigned);

  TermAlgebra &algebra_;
  llvm::IRBuilder<> &builder_;
  unsigned width_;
};

} // namespace instrument
