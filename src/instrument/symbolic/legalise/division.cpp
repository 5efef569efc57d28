#include "instrument/symbolic/legalise/division.h"

#include "instrument/symbolic/types.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

// By a divisor of more than 64 bits the quotient has at most 64, and dividing by the divisor's
// upper 64 bits comes within one of it (Hacker's Delight, "Unsigned doubleword division").

namespace instrument {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr unsigned wordBits = 64;

bool isDivision(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return isWide(instruction.getType());
  default:
    return false;
  }
}

/// Whether it is seen to have no more bits than a word.
bool isWord(const Value *divisor) {
  if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(divisor))
    return constant->getValue().getActiveBits() <= wordBits;
  const auto *extension = llvm::dyn_cast<llvm::ZExtInst>(divisor);
  return extension && extension->getSrcTy()->getIntegerBitWidth() <= wordBits;
}

class Splitter {
public:
  explicit Splitter(llvm::BinaryOperator &division)
      : division_(division), builder_(&division), type_(division.getType()),
        wantsRest_(division.getOpcode() == Instruction::URem ||
                   division.getOpcode() == Instruction::SRem) {}

  void run() {
    const bool isSigned =
        division_.getOpcode() == Instruction::SDiv || division_.getOpcode() == Instruction::SRem;
    Value *a = division_.getOperand(0), *b = division_.getOperand(1);
    Value *result = isSigned ? withSigns(a, b) : withoutSigns(a, b);
    division_.replaceAllUsesWith(result);
    division_.eraseFromParent();
  }

private:
  Value *signOf(Value *x) { return builder_.CreateAShr(x, x->getType()->getIntegerBitWidth() - 1); }
  /// -x where the sign says so.
  Value *turned(Value *x, Value *sign) {
    return builder_.CreateSub(builder_.CreateXor(x, sign), sign);
  }

  Value *withSigns(Value *a, Value *b) {
    Value *signA = signOf(a), *signB = signOf(b);
    Value *size = turned(a, signA), *result = withoutSigns(size, magnitude(b, signB));
    return turned(result, wantsRest_ ? signA : builder_.CreateXor(signA, signB));
  }

  /// Of a word the magnitude is one, too.
  Value *magnitude(Value *b, Value *sign) {
    const auto *extension = llvm::dyn_cast<llvm::SExtInst>(b);
    if (isWord(b) || !extension || extension->getSrcTy()->getIntegerBitWidth() > wordBits)
      return isWord(b) ? b : turned(b, sign);
    Value *word = builder_.CreateSExt(extension->getOperand(0), builder_.getInt64Ty());
    return builder_.CreateZExt(turned(word, signOf(word)), type_);
  }

  Value *withoutSigns(Value *a, Value *b) {
    if (isWord(b))
      return byWord(a, b);
    if (llvm::isa<llvm::ConstantInt>(b))
      return byMore(a, b);
    Value *high = builder_.CreateLShr(b, wordBits);
    Value *fits = builder_.CreateICmpEQ(high, llvm::Constant::getNullValue(type_));
    Instruction *inWord = nullptr, *beyond = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(fits, &division_, &inWord, &beyond);
    builder_.SetInsertPoint(inWord);
    Value *low = builder_.CreateTrunc(b, builder_.getInt64Ty());
    Value *first = byWord(a, builder_.CreateZExt(low, type_));
    builder_.SetInsertPoint(beyond);
    Value *second = byMore(a, b);
    builder_.SetInsertPoint(&division_);
    llvm::PHINode *result = builder_.CreatePHI(type_, 2);
    result->addIncoming(first, inWord->getParent());
    result->addIncoming(second, beyond->getParent());
    return result;
  }

  Value *byWord(Value *a, Value *b) {
    return wantsRest_ ? builder_.CreateURem(a, b) : builder_.CreateUDiv(a, b);
  }

  Value *byMore(Value *a, Value *b) {
    llvm::Type *wide = builder_.getInt128Ty(), *word = builder_.getInt64Ty();
    a = builder_.CreateZExt(a, wide);
    b = builder_.CreateZExt(b, wide);
    Value *high = builder_.CreateTrunc(builder_.CreateLShr(b, wordBits), word);
    Value *shift = builder_.CreateZExt(
        builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, high, builder_.getFalse()), wide);
    Value *top =
        builder_.CreateTrunc(builder_.CreateLShr(builder_.CreateShl(b, shift), wordBits), word);
    Value *guess = builder_.CreateUDiv(builder_.CreateLShr(a, 1), builder_.CreateZExt(top, wide));
    guess = builder_.CreateLShr(builder_.CreateShl(guess, shift), wordBits - 1);
    Value *isMore = builder_.CreateICmpNE(guess, llvm::Constant::getNullValue(wide));
    guess = builder_.CreateSub(guess, builder_.CreateZExt(isMore, wide));
    Value *rest = builder_.CreateSub(a, builder_.CreateMul(guess, b));
    Value *isOneLess = builder_.CreateICmpUGE(rest, b);
    Value *result = wantsRest_ ? builder_.CreateSelect(isOneLess, builder_.CreateSub(rest, b), rest)
                               : builder_.CreateAdd(guess, builder_.CreateZExt(isOneLess, wide));
    return builder_.CreateTrunc(result, type_);
  }

  llvm::BinaryOperator &division_;
  llvm::IRBuilder<> builder_;
  llvm::Type *type_;
  bool wantsRest_;
};

} // namespace

bool isDivisionByWord(const Instruction &instruction) {
  const unsigned opcode = instruction.getOpcode();
  return (opcode == Instruction::UDiv || opcode == Instruction::URem) &&
         isWide(instruction.getType()) && isWord(instruction.getOperand(1));
}

void splitWideDivisions(llvm::Function &function) {
  llvm::SmallVector<llvm::BinaryOperator *, 4> divisions;
  for (Instruction &instruction : llvm::instructions(function))
    if (isDivision(instruction) && !isDivisionByWord(instruction))
      divisions.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
  for (llvm::BinaryOperator *division : divisions)
    Splitter(*division).run();
}

} // namespace instrument
