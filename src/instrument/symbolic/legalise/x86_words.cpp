#include "instrument/symbolic/legalise/x86_words.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>

// By Intel's manual, as symbolic_machine.

namespace instrument {
namespace {

using llvm::Value;
namespace intrinsic = llvm::Intrinsic;

class WordRewriter {
public:
  explicit WordRewriter(llvm::IntrinsicInst &call)
      : builder_(&call), type_(call.getType()), a_(call.getArgOperand(0)),
        b_(call.arg_size() > 1 ? call.getArgOperand(1) : nullptr),
        c_(call.arg_size() > 2 ? call.getArgOperand(2) : nullptr) {}

  Value *run(intrinsic::ID id) {
    switch (id) {
    case intrinsic::x86_sse42_crc32_32_8:
    case intrinsic::x86_sse42_crc32_32_16:
    case intrinsic::x86_sse42_crc32_32_32:
    case intrinsic::x86_sse42_crc32_64_64:
      return checksum();
    case intrinsic::x86_bmi_bzhi_32:
    case intrinsic::x86_bmi_bzhi_64:
      return lowest(a_, builder_.CreateAnd(b_, constant(0xff)));
    case intrinsic::x86_bmi_bextr_32:
    case intrinsic::x86_bmi_bextr_64:
      return field();
    case intrinsic::x86_bmi_pext_32:
    case intrinsic::x86_bmi_pext_64:
      return gathered();
    case intrinsic::x86_bmi_pdep_32:
    case intrinsic::x86_bmi_pdep_64:
      return scattered();
    case intrinsic::x86_addcarry_32:
    case intrinsic::x86_addcarry_64:
      return withCarry(/*adds=*/true);
    case intrinsic::x86_subborrow_32:
    case intrinsic::x86_subborrow_64:
      return withCarry(/*adds=*/false);
    default:
      return nullptr;
    }
  }

private:
  unsigned width() const { return a_->getType()->getIntegerBitWidth(); }
  Value *constant(std::uint64_t value) { return llvm::ConstantInt::get(a_->getType(), value); }
  Value *bit(Value *word, unsigned i) {
    return builder_.CreateAnd(builder_.CreateLShr(word, i), constant(1));
  }

  /// CRC32-C, bit by bit.
  Value *checksum() {
    llvm::Type *word = builder_.getInt32Ty();
    Value *rest = builder_.CreateTrunc(a_, word);
    const unsigned bits = b_->getType()->getIntegerBitWidth();
    for (unsigned from = 0; from < bits; from += 32) {
      Value *part = builder_.CreateZExtOrTrunc(builder_.CreateLShr(b_, from), word);
      rest = builder_.CreateXor(rest, part);
      for (unsigned i = 0; i < std::min(bits, 32u); ++i) {
        Value *isSet = builder_.CreateTrunc(rest, builder_.getInt1Ty());
        Value *term =
            builder_.CreateSelect(isSet, builder_.getInt32(0x82f63b78), builder_.getInt32(0));
        rest = builder_.CreateXor(builder_.CreateLShr(rest, 1), term);
      }
    }
    return builder_.CreateZExt(rest, type_);
  }

  /// So many of the lowest bits.
  Value *lowest(Value *word, Value *count) {
    Value *isAll = builder_.CreateICmpUGE(count, constant(width()));
    Value *amount = builder_.CreateSelect(isAll, constant(0), count);
    Value *ones = builder_.CreateSub(builder_.CreateShl(constant(1), amount), constant(1));
    return builder_.CreateSelect(isAll, word, builder_.CreateAnd(word, ones));
  }

  /// The second operand has where it begins, and above that how many bits it has.
  Value *field() {
    Value *from = builder_.CreateAnd(b_, constant(0xff));
    Value *count = builder_.CreateAnd(builder_.CreateLShr(b_, 8), constant(0xff));
    Value *isBeyond = builder_.CreateICmpUGE(from, constant(width()));
    Value *amount = builder_.CreateSelect(isBeyond, constant(0), from);
    Value *moved = builder_.CreateSelect(isBeyond, constant(0), builder_.CreateLShr(a_, amount));
    return lowest(moved, count);
  }

  /// The bits that the mask has, side by side.
  Value *gathered() {
    Value *result = constant(0), *place = constant(0);
    for (unsigned i = 0; i < width(); ++i) {
      Value *isMeant = bit(b_, i);
      Value *taken = builder_.CreateAnd(bit(a_, i), isMeant);
      // Behind the last bit the place is the width: nothing is taken there any more.
      Value *amount = builder_.CreateAnd(place, constant(width() - 1));
      result = builder_.CreateOr(result, builder_.CreateShl(taken, amount));
      place = builder_.CreateAdd(place, isMeant);
    }
    return result;
  }

  /// The other way: the lowest bits go where the mask has ones.
  Value *scattered() {
    Value *result = constant(0), *left = a_;
    for (unsigned i = 0; i < width(); ++i) {
      Value *isMeant = bit(b_, i);
      Value *placed = builder_.CreateAnd(left, isMeant);
      result = builder_.CreateOr(result, builder_.CreateShl(placed, i));
      left = builder_.CreateLShr(left, isMeant);
    }
    return result;
  }

  /// {carry, sum} of b and c; a is the carry that comes in.
  Value *withCarry(bool adds) {
    llvm::Type *word = b_->getType();
    Value *carry = builder_.CreateZExt(
        builder_.CreateICmpNE(a_, llvm::Constant::getNullValue(a_->getType())), word);
    const auto step = [&](Value *x, Value *y) -> std::pair<Value *, Value *> {
      Value *result = adds ? builder_.CreateAdd(x, y) : builder_.CreateSub(x, y);
      return {result, adds ? builder_.CreateICmpULT(result, x) : builder_.CreateICmpULT(x, y)};
    };
    const auto [first, carriedFirst] = step(b_, c_);
    const auto [second, carriedSecond] = step(first, carry);
    Value *carried =
        builder_.CreateZExt(builder_.CreateOr(carriedFirst, carriedSecond), builder_.getInt8Ty());
    Value *result = builder_.CreateInsertValue(llvm::PoisonValue::get(type_), carried, 0);
    return builder_.CreateInsertValue(result, second, 1);
  }

  llvm::IRBuilder<> builder_;
  llvm::Type *type_;
  Value *a_, *b_, *c_;
};

} // namespace

Value *writtenOutOnWords(llvm::IntrinsicInst &call) {
  if (call.arg_size() < 2)
    return nullptr;
  return WordRewriter(call).run(call.getIntrinsicID());
}

} // namespace instrument
