#include "instrument/symbolic/operations/wide.h"

#include "instrument/symbolic/types.h"

// Everything is computed in 128 bits and cut back. Shifts make use of the fact that our shifts,
// other than LLVM's, are total: an amount of 64 or more, "negative" ones too, leaves nothing.

namespace instrument {

using llvm::CmpInst;
using llvm::Instruction;
using llvm::Value;

namespace {
constexpr unsigned wordBits = 64;
}

namespace {

/// The 64 low bits of what a division gives.
Value *lowOf(llvm::IRBuilder<> &builder, Instruction::BinaryOps opcode, Wide a, Termed divisor) {
  llvm::Type *twice = builder.getInt128Ty();
  Value *dividend =
      builder.CreateOr(builder.CreateShl(builder.CreateZExt(a.high.value, twice), wordBits),
                       builder.CreateZExt(a.low.value, twice));
  return builder.CreateTrunc(
      builder.CreateBinOp(opcode, dividend, builder.CreateZExt(divisor.value, twice)),
      builder.getInt64Ty());
}

} // namespace

WideAlgebra::WideAlgebra(TermAlgebra &algebra, unsigned width)
    : algebra_(algebra), builder_(algebra.builder()), width_(width) {}

bool WideAlgebra::has(Instruction::BinaryOps opcode) {
  switch (opcode) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return true;
  default:
    return false;
  }
}

Wide WideAlgebra::whole(Wide a, bool isSigned) {
  return {a.low, algebra_.resize(a.high, builder_.getInt64Ty(), isSigned)};
}

Wide WideAlgebra::cut(Wide a) {
  return {a.low,
          algebra_.resize(a.high, builder_.getIntNTy(width_ - wordBits), /*isSigned=*/false)};
}

Termed WideAlgebra::word(std::uint64_t value) {
  return algebra_.number(builder_.getInt64Ty(), value);
}

Termed WideAlgebra::plain(Instruction::BinaryOps opcode, Termed a, Termed b) {
  return algebra_.binary(opcode, a, b);
}

Termed WideAlgebra::shifted(PincerOperation operation, Termed a, Termed amount) {
  return algebra_.totalShift(operation, a, amount);
}

/// A comparison as the number 0 or 1.
Termed WideAlgebra::carry(CmpInst::Predicate predicate, Termed a, Termed b) {
  return algebra_.resize(algebra_.compare(predicate, a, b), builder_.getInt64Ty(),
                         /*isSigned=*/false);
}

Wide WideAlgebra::sum(Wide a, Wide b) {
  const Termed low = plain(Instruction::Add, a.low, b.low);
  const Termed high = plain(Instruction::Add, a.high, b.high);
  return {low, plain(Instruction::Add, high, carry(CmpInst::ICMP_ULT, low, a.low))};
}

Wide WideAlgebra::difference(Wide a, Wide b) {
  const Termed high = plain(Instruction::Sub, a.high, b.high);
  return {plain(Instruction::Sub, a.low, b.low),
          plain(Instruction::Sub, high, carry(CmpInst::ICMP_ULT, a.low, b.low))};
}

Termed WideAlgebra::highOfProduct(Termed a, Termed b) {
  llvm::Type *twice = builder_.getInt128Ty();
  Value *product =
      builder_.CreateMul(builder_.CreateZExt(a.value, twice), builder_.CreateZExt(b.value, twice));
  Value *high = builder_.CreateTrunc(builder_.CreateLShr(product, wordBits), builder_.getInt64Ty());
  return {high, algebra_.binaryTerm(PINCER_OP_MulHigh, a, b, high)};
}

Wide WideAlgebra::product(Wide a, Wide b) {
  const Termed crossed = plain(Instruction::Add, plain(Instruction::Mul, a.high, b.low),
                               plain(Instruction::Mul, a.low, b.high));
  return {plain(Instruction::Mul, a.low, b.low),
          plain(Instruction::Add, highOfProduct(a.low, b.low), crossed)};
}

Wide WideAlgebra::quotient(Wide a, Termed divisor) {
  a = whole(a, /*isSigned=*/false);
  Value *low = lowOf(builder_, Instruction::UDiv, a, divisor);
  return cut({algebra_.ternary(PINCER_OP_WideDiv, {a.high, a.low, divisor}, low),
              plain(Instruction::UDiv, a.high, divisor)});
}

Wide WideAlgebra::rest(Wide a, Termed divisor) {
  a = whole(a, /*isSigned=*/false);
  Value *low = lowOf(builder_, Instruction::URem, a, divisor);
  return cut({algebra_.ternary(PINCER_OP_WideRem, {a.high, a.low, divisor}, low), word(0)});
}

Wide WideAlgebra::shiftedLeft(Wide a, Termed amount) {
  const Termed rest = plain(Instruction::Sub, word(wordBits), amount);
  const Termed beyond = plain(Instruction::Sub, amount, word(wordBits));
  const Termed moved = plain(Instruction::Or, shifted(PINCER_OP_LShr, a.low, rest),
                             shifted(PINCER_OP_Shl, a.low, beyond));
  return {shifted(PINCER_OP_Shl, a.low, amount),
          plain(Instruction::Or, shifted(PINCER_OP_Shl, a.high, amount), moved)};
}

Wide WideAlgebra::shiftedRight(Wide a, Termed amount, bool isSigned) {
  const PincerOperation operation = isSigned ? PINCER_OP_AShr : PINCER_OP_LShr;
  const Termed rest = plain(Instruction::Sub, word(wordBits), amount);
  const Termed beyond = plain(Instruction::Sub, amount, word(wordBits));
  const Termed near = plain(Instruction::Or, shifted(PINCER_OP_LShr, a.low, amount),
                            shifted(PINCER_OP_Shl, a.high, rest));
  const Termed far = shifted(operation, a.high, beyond);
  const Termed isFar = algebra_.compare(CmpInst::ICMP_UGE, amount, word(wordBits));
  return {algebra_.choose(isFar, far, near), shifted(operation, a.high, amount)};
}

Wide WideAlgebra::binary(Instruction::BinaryOps opcode, Wide a, Wide b) {
  const bool isSigned = opcode == Instruction::AShr;
  a = whole(a, isSigned);
  b = whole(b, /*isSigned=*/false);
  switch (opcode) {
  case Instruction::Add:
    return cut(sum(a, b));
  case Instruction::Sub:
    return cut(difference(a, b));
  case Instruction::Mul:
    return cut(product(a, b));
  case Instruction::Shl:
    return cut(shiftedLeft(a, b.low));
  case Instruction::LShr:
  case Instruction::AShr:
    return cut(shiftedRight(a, b.low, isSigned));
  default:
    return cut({plain(opcode, a.low, b.low), plain(opcode, a.high, b.high)});
  }
}

Wide WideAlgebra::choose(Termed condition, Wide a, Wide b) {
  return {algebra_.choose(condition, a.low, b.low), algebra_.choose(condition, a.high, b.high)};
}

Termed WideAlgebra::compare(CmpInst::Predicate predicate, Wide a, Wide b) {
  const Termed sameHigh = algebra_.compare(CmpInst::ICMP_EQ, a.high, b.high);
  if (CmpInst::isEquality(predicate)) {
    const Termed same =
        plain(Instruction::And, sameHigh, algebra_.compare(CmpInst::ICMP_EQ, a.low, b.low));
    return predicate == CmpInst::ICMP_EQ ? same : algebra_.negate(same);
  }
  // Where the high halves are the same, the low ones decide, without their sign.
  const Termed low =
      algebra_.compare(llvm::ICmpInst::getUnsignedPredicate(predicate), a.low, b.low);
  const Termed high = algebra_.compare(CmpInst::getStrictPredicate(predicate), a.high, b.high);
  return algebra_.choose(sameHigh, low, high);
}

} // namespace instrument
