#pragma once

#include "ir/operations.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>

namespace instrument {

/// A value at run time together with its term (i32; the constant 0 if it has none).
struct Termed {
  llvm::Value *value = nullptr;
  llvm::Value *term = nullptr;
};

/// Emits calls of the recorder (abi/recorder_calls.h) at the builder's place. Operations compute
/// the value as well, unless it is `known`; where no operand has a term they call nothing.
class TermAlgebra {
public:
  TermAlgebra(llvm::Module &module, llvm::IRBuilder<> &builder);

  llvm::Value *noTerm() const;
  bool isConcrete(const llvm::Value *term) const { return term == noTerm(); }
  Termed concrete(llvm::Value *value) const { return {value, noTerm()}; }
  Termed number(llvm::Type *type, std::uint64_t value) const;

  Termed binary(llvm::Instruction::BinaryOps opcode, Termed a, Termed b,
                llvm::Value *known = nullptr);
  Termed compare(llvm::CmpInst::Predicate predicate, Termed a, Termed b,
                 llvm::Value *known = nullptr);
  Termed choose(Termed condition, Termed a, Termed b, llvm::Value *known = nullptr);
  /// Zero- or sign-extends or cuts an integer or pointer to `type`.
  Termed resize(Termed a, llvm::Type *type, bool isSigned, llvm::Value *known = nullptr);
  /// Bits low .. low + width - 1.
  Termed extract(Termed a, unsigned low, unsigned width);
  /// `high` above `low`.
  Termed concat(Termed high, Termed low);
  Termed negate(Termed condition);
  /// The bits of a number as an integer.
  Termed bits(Termed a);
  /// An operation with one operand (FSqrt, IntToF ...) that gives `value`.
  Termed unary(PincerOperation operation, Termed a, llvm::Value *value, unsigned extra = 0);
  /// Function number `function` of abi/functions.def; b: of the same type, zero if it has one
  /// operand.
  Termed apply(PincerFunction function, Termed a, Termed b, llvm::Value *value);
  /// An operation with three operands that gives `value`.
  Termed ternary(PincerOperation operation, llvm::ArrayRef<Termed> operands, llvm::Value *value,
                 unsigned extra = 0);
  /// Pure function number `function` on words of 64 bits.
  Termed call(unsigned function, llvm::ArrayRef<Termed> words, llvm::Value *value);
  Termed fused(Termed a, Termed b, Termed c, llvm::Value *value);
  /// An operation with IR semantics narrower than ours (division by zero, wide shifts): the value
  /// is given.
  llvm::Value *binaryTerm(PincerOperation operation, Termed a, Termed b, llvm::Value *value);

  /// Records an event of kind PINCER_EVENT_... (but a switch).
  void event(std::uint32_t kind, llvm::Value *place, Termed what);

  /// Our shifts are defined for all amounts, LLVM's are not.
  Termed totalShift(PincerOperation operation, Termed a, Termed amount);

  /// The value as the recorder takes it: zero-extended to 64 bits.
  llvm::Value *word(llvm::Value *value);
  llvm::CallInst *call(llvm::StringRef name, llvm::ArrayRef<llvm::Value *> arguments);
  llvm::CallInst *callForTerm(llvm::StringRef name, llvm::ArrayRef<llvm::Value *> arguments);

  llvm::IRBuilder<> &builder() { return builder_; }

private:
  llvm::Function *recorderFunction(llvm::Type *result, llvm::StringRef name,
                                   llvm::ArrayRef<llvm::Value *> arguments);
  llvm::CallInst *latestComparison(llvm::Value *term);
  llvm::CallInst *callAs(llvm::Type *result, llvm::StringRef name,
                         llvm::ArrayRef<llvm::Value *> arguments);

  llvm::Module &module_;
  llvm::IRBuilder<> &builder_;
};

} // namespace instrument
