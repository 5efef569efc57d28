#include "instrument/symbolic/legalise/half.h"

#include "instrument/symbolic/types.h"

#include <bit>
#include <cmath>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

// Conversions are arithmetic on bits, and one sum or product where numbers without a leading one
// (subnormal ones) come in: so solvers need no further kind of numbers.

namespace instrument {
namespace {

using llvm::CmpInst;
using llvm::Instruction;
using llvm::Value;

constexpr std::uint64_t halfInfinity = 0x7c00, halfSign = 0x8000, halfQuietNan = 0x7e00;
constexpr unsigned halfFraction = 10; // bits

llvm::Type *floatLike(llvm::Type *type) {
  llvm::Type *scalar = llvm::Type::getFloatTy(type->getContext());
  const auto *vector = llvm::dyn_cast<llvm::VectorType>(type);
  return vector ? llvm::VectorType::get(scalar, vector->getElementCount()) : scalar;
}

bool isPromotedFunction(llvm::Intrinsic::ID intrinsic) {
  switch (intrinsic) {
  case llvm::Intrinsic::floor:
  case llvm::Intrinsic::ceil:
  case llvm::Intrinsic::trunc:
  case llvm::Intrinsic::rint:
  case llvm::Intrinsic::nearbyint:
  case llvm::Intrinsic::roundeven:
  case llvm::Intrinsic::round:
  case llvm::Intrinsic::sqrt:
  case llvm::Intrinsic::minnum:
  case llvm::Intrinsic::maxnum:
  case llvm::Intrinsic::minimum:
  case llvm::Intrinsic::maximum:
    return true;
  default:
    return false;
  }
}

bool isPromoted(const Instruction &instruction) {
  if (llvm::isa<llvm::BinaryOperator, llvm::SIToFPInst, llvm::UIToFPInst>(instruction))
    return isHalf(instruction.getType());
  if (llvm::isa<llvm::FCmpInst, llvm::FPToSIInst, llvm::FPToUIInst>(instruction))
    return isHalf(instruction.getOperand(0)->getType());
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && isHalf(call->getType()) && isPromotedFunction(call->getIntrinsicID());
}

void promote(Instruction &instruction) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::SmallVector<Value *, 2> operands;
  const unsigned count = llvm::isa<llvm::CallInst>(instruction)
                             ? llvm::cast<llvm::CallInst>(instruction).arg_size()
                             : instruction.getNumOperands();
  for (unsigned i = 0; i < count; ++i) {
    Value *operand = instruction.getOperand(i);
    operands.push_back(isHalf(operand->getType())
                           ? builder.CreateFPExt(operand, floatLike(operand->getType()))
                           : operand);
  }
  llvm::Type *type = instruction.getType();
  llvm::Type *promoted = isHalf(type) ? floatLike(type) : type;
  Value *result = nullptr;
  if (auto *compare = llvm::dyn_cast<llvm::FCmpInst>(&instruction))
    result = builder.CreateFCmp(compare->getPredicate(), operands[0], operands[1]);
  else if (auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    result = builder.CreateBinOp(binary->getOpcode(), operands[0], operands[1]);
  else if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    result = builder.CreateCast(cast->getOpcode(), operands[0], promoted);
  else
    result = builder.CreateIntrinsic(llvm::cast<llvm::IntrinsicInst>(instruction).getIntrinsicID(),
                                     {promoted}, operands);
  if (isHalf(type))
    result = builder.CreateFPTrunc(result, type);
  instruction.replaceAllUsesWith(result);
  instruction.eraseFromParent();
}

} // namespace

bool isHalf(const llvm::Type *type) { return type->getScalarType()->isHalfTy(); }

void promoteHalves(llvm::Function &function) {
  llvm::SmallVector<Instruction *, 4> instructions;
  for (Instruction &instruction : llvm::instructions(function))
    if (isPromoted(instruction))
      instructions.push_back(&instruction);
  for (Instruction *instruction : instructions)
    promote(*instruction);
}

/// Exponent and fraction at their places in a float, and 2^112 times that. Where the exponent is
/// the greatest (infinity, NaN), so is the float's.
Termed widenedHalf(TermAlgebra &algebra, Termed half) {
  llvm::IRBuilder<> &builder = algebra.builder();
  llvm::Type *word = builder.getInt32Ty(), *number = builder.getFloatTy();
  const auto constant = [&](std::uint64_t value) { return algebra.number(word, value); };
  const Termed bits = algebra.resize(algebra.bits(half), word, /*isSigned=*/false);
  const Termed size = algebra.binary(Instruction::And, bits, constant(halfSign - 1));
  const Termed sign = algebra.binary(
      Instruction::Shl, algebra.binary(Instruction::And, bits, constant(halfSign)), constant(16));
  const Termed moved = algebra.binary(Instruction::Shl, size, constant(23 - halfFraction));
  const Termed asNumber{builder.CreateBitCast(moved.value, number), moved.term};
  const Termed scaled = algebra.binary(Instruction::FMul, asNumber,
                                       algebra.concrete(llvm::ConstantFP::get(number, 0x1p112)));
  const Termed isFinite = algebra.compare(CmpInst::ICMP_ULT, size, constant(halfInfinity));
  const Termed beyond = algebra.binary(Instruction::Or, moved, constant(0x7f800000));
  const Termed magnitude = algebra.choose(isFinite, algebra.bits(scaled), beyond);
  const Termed result = algebra.binary(Instruction::Or, magnitude, sign);
  return {builder.CreateBitCast(result.value, number), result.term};
}

Value *narrowedToHalf(TermAlgebra &algebra, Termed number, Value *result) {
  llvm::IRBuilder<> &builder = algebra.builder();
  llvm::Type *type = number.value->getType();
  const bool isDouble = type->isDoubleTy();
  const unsigned width = isDouble ? 64 : 32, cut = (isDouble ? 52 : 23) - halfFraction;
  llvm::Type *word = builder.getIntNTy(width);
  const auto constant = [&](std::uint64_t value) {
    return algebra.number(word, isDouble ? value : value & 0xffffffff);
  };
  const auto bitsOf = [&](double value) {
    return isDouble ? std::bit_cast<std::uint64_t>(value)
                    : std::bit_cast<std::uint32_t>(static_cast<float>(value));
  };
  const auto less = [&](Termed a, std::uint64_t b) {
    return algebra.compare(CmpInst::ICMP_ULT, a, constant(b));
  };
  const auto plus = [&](Termed a, Termed b) { return algebra.binary(Instruction::Add, a, b); };
  const auto shifted = [&](Termed a, unsigned by) {
    return algebra.binary(Instruction::LShr, a, constant(by));
  };
  const Termed bits = algebra.bits(number);
  const Termed size = algebra.binary(Instruction::And, bits, constant((1ull << (width - 1)) - 1));
  // Half of what is cut off goes up; of ties, those above an odd number.
  const Termed odd = algebra.binary(Instruction::And, shifted(size, cut), constant(1));
  const std::uint64_t lessThanHalf = (1ull << (cut - 1)) - 1;
  const std::uint64_t exponents = bitsOf(0x1p-14) - (1ull << (cut + halfFraction));
  const Termed normal = shifted(plus(plus(size, constant(lessThanHalf - exponents)), odd), cut);
  // Beside a number whose last bit is worth as much as that of the least _Float16.
  const double large = isDouble ? 0x1p28 : 0.5;
  const Termed sum =
      algebra.binary(Instruction::FAdd, {builder.CreateBitCast(size.value, type), size.term},
                     algebra.concrete(llvm::ConstantFP::get(type, large)));
  const Termed small = algebra.binary(Instruction::Sub, algebra.bits(sum), constant(bitsOf(large)));
  const std::uint64_t infinity = bitsOf(HUGE_VAL);
  const Termed fraction =
      algebra.binary(Instruction::And, shifted(size, cut), constant((1ull << halfFraction) - 1));
  const Termed nan = algebra.binary(Instruction::Or, fraction, constant(halfQuietNan));
  Termed magnitude = algebra.choose(less(size, bitsOf(0x1p-14)), small, normal);
  magnitude = algebra.choose(less(size, bitsOf(65520)), magnitude, constant(halfInfinity));
  magnitude = algebra.choose(less(size, infinity + 1), magnitude, nan);
  const Termed sign =
      algebra.binary(Instruction::And, shifted(bits, width - 16), constant(halfSign));
  const Termed whole = algebra.binary(Instruction::Or, magnitude, sign);
  return algebra
      .resize(whole, builder.getInt16Ty(), /*isSigned=*/false,
              algebra.bits({result, nullptr}).value)
      .term;
}

} // namespace instrument
