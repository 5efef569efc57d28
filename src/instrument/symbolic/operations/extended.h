#pragma once

#include "instrument/symbolic/algebra.h"
#include "instrument/symbolic/operations/floating.h"

namespace instrument {

/// A long double and the terms of its two leaves.
struct ExtendedNumber {
  llvm::Value *value = nullptr;
  Termed significand, high;
};

/// Whether an instruction other than a bitcast, a move or a select has a long double as its result
/// or as an operand, and its terms follow from those of its operands.
bool isDerivedExtended(const llvm::Instruction &instruction);

/// Operations on long doubles (abi/operations.h, Extended), at the builder's place. Each gives the
/// terms of the leaves of its result.
class ExtendedAlgebra {
public:
  using Terms = llvm::SmallVector<llvm::Value *, 1>;

  explicit ExtendedAlgebra(TermAlgebra &algebra);

  /// One of PINCER_EXTENDED_... that gives `result`.
  Terms operation(unsigned operation, ExtendedNumber a, ExtendedNumber b, llvm::Value *result);
  Terms operation(unsigned operation, ExtendedNumber a, llvm::Value *result);
  Terms negation(ExtendedNumber a);
  Termed compare(llvm::CmpInst::Predicate predicate, ExtendedNumber a, ExtendedNumber b);
  /// To and from other numbers.
  Terms cast(llvm::Instruction::CastOps opcode, Termed a, llvm::Value *result);
  Terms cast(llvm::Instruction::CastOps opcode, ExtendedNumber a, llvm::Value *result);

  static bool has(NumberRule rule);
  Terms function(NumberRule rule, llvm::ArrayRef<ExtendedNumber> operands, llvm::Value *result);
  /// is.fpclass
  Termed isOfClass(ExtendedNumber a, unsigned classes);

private:
  ExtendedNumber nothing();
  Termed highNumber(std::uint64_t value);
  Termed made(unsigned operation, ExtendedNumber a, ExtendedNumber b, llvm::Value *value);
  Termed both(Termed a, Termed b);
  Terms choice(Termed condition, ExtendedNumber a, ExtendedNumber b);
  Terms lesser(bool least, ExtendedNumber a, ExtendedNumber b);

  TermAlgebra &algebra_;
  llvm::IRBuilder<> &builder_;
};

} // namespace instrument
