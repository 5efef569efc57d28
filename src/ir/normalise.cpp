#include "ir/normalise.h"

#include "abi/target.h"
#include "ir/promises.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

// LLVM may assume that undefined operations never happen, and different optimisation levels make
// different use of it. After this pass there is nothing left to assume:
//
//  - Shift amounts are masked to the operand's size. Odd sizes (_BitInt) shift in the next machine
//    size and are cut back.
//  - Float to integer is what cvttss2si and cvttsd2si (fistp for long double) compute: numbers that
//    do not fit give the "integer indefinite" value, the type's minimum. Narrow types convert
//    through 32 bits, unsigned 32 through 64, and unsigned 64 in the two steps that x86 compilers
//    emit: a = cvtt(x), b = cvtt(x - 2^63), result a | (b & (a >>s 63)); on the x87, which chooses
//    by a comparison, x < 2^63 ? a : b ^ 2^63.
//  - Multiply and add that may be fused is one or the other, by the machine's features.
//  - Division by zero, and the minimum by -1 in the sizes that have an idiv, call the divide error.
//  - Memory that the source leaves uninitialised is zero, and so is every undef or poison constant.
//  - `unreachable` that is not behind a call that never returns is a trap.
//  - Promises (attributes, flags, metadata, alignments) are dropped; see promises.cpp.

namespace ir {
namespace {

using llvm::BinaryOperator;
using llvm::Instruction;
using llvm::Value;
using Builder = llvm::IRBuilder<>;

void replace(Instruction &old, Value *value) {
  old.replaceAllUsesWith(value);
  value->takeName(&old);
  old.eraseFromParent();
}

/// `type` with its scalar replaced by an integer of `bits`.
llvm::Type *integerLike(llvm::Type *type, unsigned bits) {
  llvm::Type *scalar = llvm::IntegerType::get(type->getContext(), bits);
  if (const auto *vector = llvm::dyn_cast<llvm::VectorType>(type))
    return llvm::VectorType::get(scalar, vector->getElementCount());
  return scalar;
}

// Shifts

unsigned machineBits(unsigned bits) {
  for (const unsigned size : {32u, 64u, 128u})
    if (bits <= size)
      return size;
  return bits;
}

bool isConstantBelow(const Value *value, std::uint64_t bound) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant && constant->getValue().ult(bound);
}

void maskShift(BinaryOperator &shift) {
  llvm::Type *type = shift.getType();
  const unsigned bits = type->getScalarSizeInBits();
  if (isConstantBelow(shift.getOperand(1), bits))
    return;
  Builder builder(&shift);
  if (type->isVectorTy() || bits > 128) { // no machine size: an amount too large counts modulo
    Value *modulo = builder.CreateURem(shift.getOperand(1), llvm::ConstantInt::get(type, bits));
    shift.setOperand(1, modulo);
    return;
  }
  const unsigned wide = machineBits(bits);
  llvm::Type *wideType = integerLike(type, wide);
  Value *amount = builder.CreateZExtOrTrunc(shift.getOperand(1), wideType);
  amount = builder.CreateAnd(amount, llvm::ConstantInt::get(wideType, wide - 1));
  if (wide == bits) {
    shift.setOperand(1, amount);
    return;
  }
  Value *value = shift.getOpcode() == Instruction::AShr
                     ? builder.CreateSExt(shift.getOperand(0), wideType)
                     : builder.CreateZExt(shift.getOperand(0), wideType);
  Value *shifted = builder.CreateBinOp(shift.getOpcode(), value, amount);
  replace(shift, builder.CreateTrunc(shifted, type));
}

// Float to integer

/// The float type's rendering of +-2^exponent.
llvm::Constant *powerOfTwo(llvm::Type *type, int exponent, bool negative) {
  llvm::APFloat value = llvm::scalbn(llvm::APFloat(type->getScalarType()->getFltSemantics(), 1),
                                     exponent, llvm::APFloat::rmNearestTiesToEven);
  if (negative)
    value.changeSign();
  return llvm::ConstantFP::get(type, value);
}

/// Whether one machine instruction does it: a float or double into 32 or 64 bits.
bool isMachineConversion(Builder &builder, const llvm::Type *type, unsigned bits) {
  const llvm::Triple machine(builder.GetInsertBlock()->getModule()->getTargetTriple());
  return machine.getArch() == llvm::Triple::x86_64 && (bits == 32 || bits == 64) &&
         (type->isFloatTy() || type->isDoubleTy());
}

Value *convertByMachine(Builder &builder, Value *number, unsigned bits) {
  const bool isFloat = number->getType()->isFloatTy();
  const llvm::Intrinsic::ID instruction =
      isFloat
          ? (bits == 32 ? llvm::Intrinsic::x86_sse_cvttss2si : llvm::Intrinsic::x86_sse_cvttss2si64)
          : (bits == 32 ? llvm::Intrinsic::x86_sse2_cvttsd2si
                        : llvm::Intrinsic::x86_sse2_cvttsd2si64);
  auto *vector = llvm::FixedVectorType::get(number->getType(), isFloat ? 4 : 2);
  Value *operand =
      builder.CreateInsertElement(llvm::Constant::getNullValue(vector), number, std::uint64_t(0));
  return builder.CreateIntrinsic(builder.getIntNTy(bits), instruction, {operand});
}

/// cvtt into a signed integer of `bits`: the number without its fraction, or the minimum.
Value *convertSigned(Builder &builder, Value *number, unsigned bits) {
  llvm::Type *type = number->getType();
  if (isMachineConversion(builder, type, bits))
    return convertByMachine(builder, number, bits);
  llvm::Type *result = integerLike(type, bits);
  // The truncated number fits iff -2^(bits-1) - 1 < number < 2^(bits-1). Where the lower bound is
  // no number of this type, the next one up is -2^(bits-1), and it fits.
  const llvm::fltSemantics &semantics = type->getScalarType()->getFltSemantics();
  llvm::APFloat below(semantics);
  llvm::APInt bound = llvm::APInt::getSignedMinValue(bits).sext(bits + 1) - 1;
  const bool exact = below.convertFromAPInt(bound, /*IsSigned=*/true,
                                            llvm::APFloat::rmTowardZero) == llvm::APFloat::opOK;
  Value *above = exact ? builder.CreateFCmpOGT(number, llvm::ConstantFP::get(type, below))
                       : builder.CreateFCmpOGE(number, powerOfTwo(type, int(bits) - 1, true));
  Value *under = builder.CreateFCmpOLT(number, powerOfTwo(type, int(bits) - 1, false));
  Value *fits = builder.CreateAnd(above, under);
  Value *safe = builder.CreateSelect(fits, number, llvm::Constant::getNullValue(type));
  Value *indefinite = llvm::ConstantInt::get(result, llvm::APInt::getSignedMinValue(bits));
  return builder.CreateSelect(fits, builder.CreateFPToSI(safe, result), indefinite);
}

Value *convertUnsignedWide(Builder &builder, Value *number, unsigned bits) {
  llvm::Constant *half = powerOfTwo(number->getType(), int(bits) - 1, false);
  Value *low = convertSigned(builder, number, bits);
  Value *high = convertSigned(builder, builder.CreateFSub(number, half), bits);
  if (!number->getType()->getScalarType()->isX86_FP80Ty())
    return builder.CreateOr(low, builder.CreateAnd(high, builder.CreateAShr(low, bits - 1)));
  Value *flipped = builder.CreateXor(
      high, llvm::ConstantInt::get(high->getType(), llvm::APInt::getSignedMinValue(bits)));
  return builder.CreateSelect(builder.CreateFCmpOLT(number, half), low, flipped);
}

void convertFloat(llvm::CastInst &cast) {
  Builder builder(&cast);
  Value *number = cast.getOperand(0);
  const bool isSigned = cast.getOpcode() == Instruction::FPToSI;
  const unsigned bits = cast.getType()->getScalarSizeInBits();
  if (number->getType()->getScalarSizeInBits() == 16) // _Float16, __bf16: no machine conversion
    number = builder.CreateFPExt(
        number, number->getType()->isVectorTy()
                    ? llvm::VectorType::get(
                          builder.getFloatTy(),
                          llvm::cast<llvm::VectorType>(number->getType())->getElementCount())
                    : builder.getFloatTy());
  const bool x87 = number->getType()->getScalarType()->isX86_FP80Ty();
  unsigned through = bits <= (isSigned ? 32u : 31u) ? 32u : machineBits(isSigned ? bits : bits + 1);
  if (x87 && bits <= (isSigned ? 16u : 8u))
    through = 16;
  Value *converted = !isSigned && bits >= 64 ? convertUnsignedWide(builder, number, bits)
                                             : convertSigned(builder, number, through);
  converted = builder.CreateTrunc(converted, cast.getType());
  replace(cast, converted);
}

// Division

/// True lanes reduced to one answer.
Value *any(Builder &builder, Value *lanes) {
  return lanes->getType()->isVectorTy() ? builder.CreateOrReduce(lanes) : lanes;
}

bool isHarmlessDivisor(const Value *divisor, bool isSigned) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(divisor);
  return constant && !constant->isZero() && !(isSigned && constant->isMinusOne());
}

void guardDivision(BinaryOperator &division, llvm::FunctionCallee divideError) {
  const bool isSigned =
      division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  if (isHarmlessDivisor(divisor, isSigned))
    return;
  llvm::Type *type = division.getType();
  const unsigned bits = type->getScalarSizeInBits();
  Builder builder(&division);
  Value *fault = builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
  if (isSigned) {
    Value *overflow = builder.CreateAnd(
        builder.CreateICmpEQ(dividend,
                             llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits))),
        builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type)));
    if (bits == 32 || bits == 64) {
      fault = builder.CreateOr(fault, overflow);
    } else { // computed in software or in a wider size: wraps, as division by one does here
      division.setOperand(1,
                          builder.CreateSelect(overflow, llvm::ConstantInt::get(type, 1), divisor));
    }
  }
  Instruction *exit = llvm::SplitBlockAndInsertIfThen(any(builder, fault), division.getIterator(),
                                                      /*Unreachable=*/true);
  builder.SetInsertPoint(exit);
  builder.SetCurrentDebugLocation(division.getDebugLoc());
  builder.CreateCall(divideError)->setDoesNotReturn();
}

// Memory and dead ends

/// True if the entry block fills the whole slot before it does anything else with it.
bool isFilledFirst(const llvm::AllocaInst &slot, std::uint64_t size) {
  const llvm::DataLayout &layout = slot.getModule()->getDataLayout();
  for (const Instruction &instruction : *slot.getParent()) {
    if (llvm::is_contained(instruction.operand_values(), &slot)) {
      if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        return store->getPointerOperand() == &slot && store->getValueOperand() != &slot &&
               layout.getTypeStoreSize(store->getValueOperand()->getType()) >= size;
      if (const auto *fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) {
        const auto *length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
        return fill->getDest() == &slot && length && length->getZExtValue() >= size;
      }
      if (!llvm::isa<llvm::DbgInfoIntrinsic>(instruction))
        return false;
    }
  }
  return false;
}

/// Whether the slot is a variable of the source.
bool isVariable(llvm::AllocaInst &slot) {
  return !llvm::findDbgDeclares(&slot).empty() || !llvm::findDVRDeclares(&slot).empty();
}

void zeroSlots(llvm::Function &function) {
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  std::vector<llvm::AllocaInst *> slots;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (slot->isStaticAlloca() && !slot->isUsedWithInAlloca())
        slots.push_back(slot);
  for (llvm::AllocaInst *slot : slots) {
    const std::uint64_t size = slot->getAllocationSize(layout)->getFixedValue();
    if (size == 0 || isFilledFirst(*slot, size))
      continue;
    Builder builder(slot->getNextNode());
    const bool isScalar = slot->getAllocatedType()->isSingleValueType() &&
                          !slot->isArrayAllocation() &&
                          layout.getTypeStoreSize(slot->getAllocatedType()) == size;
    Instruction *zeroing =
        isScalar ? static_cast<Instruction *>(builder.CreateStore(
                       llvm::Constant::getNullValue(slot->getAllocatedType()), slot))
                 : builder.CreateMemSet(slot, builder.getInt8(0), size, slot->getAlign());
    if (isVariable(*slot)) // as clang says of its own: jumps may have led past those
      zeroing->addAnnotationMetadata("auto-init");
  }
}

/// Clang folds `1 << 40` over literals to poison; zero is as good, and the same everywhere.
void defineConstants(Instruction &instruction) {
  if (llvm::isa<llvm::LandingPadInst>(instruction))
    return;
  for (llvm::Use &operand : instruction.operands())
    if (llvm::isa<llvm::UndefValue>(operand.get()))
      operand.set(llvm::Constant::getNullValue(operand->getType()));
}

void trapUnreachable(llvm::UnreachableInst &end) {
  const auto *call = llvm::dyn_cast_or_null<llvm::CallInst>(end.getPrevNonDebugInstruction());
  if (call && call->doesNotReturn())
    return;
  Builder builder(&end);
  builder.CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
}

/// a * b + c that may be rounded once or twice: once where the machine can.
void decideRounding(llvm::IntrinsicInst &call) {
  Builder builder(&call);
  const llvm::StringRef features =
      call.getFunction()->getFnAttribute("target-features").getValueAsString();
  Value *a = call.getArgOperand(0), *b = call.getArgOperand(1), *c = call.getArgOperand(2);
  replace(call, features.contains("+fma")
                    ? builder.CreateIntrinsic(llvm::Intrinsic::fma, {call.getType()}, {a, b, c})
                    : builder.CreateFAdd(builder.CreateFMul(a, b), c));
}

void normaliseIntrinsic(llvm::IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::fmuladd:
    return decideRounding(call);
  case llvm::Intrinsic::ctlz: // of zero: the width, not poison
  case llvm::Intrinsic::cttz:
  case llvm::Intrinsic::abs: // of the minimum: the minimum, not poison
    call.setArgOperand(1, llvm::ConstantInt::getFalse(call.getContext()));
    break;
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::lifetime_start: // memory keeps its contents
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
    call.eraseFromParent();
    break;
  default:
    break;
  }
}

void normaliseInstruction(Instruction &instruction, llvm::FunctionCallee divideError) {
  defineConstants(instruction);
  switch (instruction.getOpcode()) {
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return maskShift(llvm::cast<BinaryOperator>(instruction));
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return convertFloat(llvm::cast<llvm::CastInst>(instruction));
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    return guardDivision(llvm::cast<BinaryOperator>(instruction), divideError);
  case Instruction::Unreachable:
    return trapUnreachable(llvm::cast<llvm::UnreachableInst>(instruction));
  case Instruction::Call:
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
      normaliseIntrinsic(*call);
    return;
  default:
    return;
  }
}

llvm::FunctionCallee declareDivideError(llvm::Module &module) {
  llvm::FunctionCallee callee =
      module.getOrInsertFunction(PINCER_DIVIDE_ERROR, llvm::Type::getVoidTy(module.getContext()));
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotReturn();
  function->setDoesNotThrow();
  return callee;
}

} // namespace

void normalise(llvm::Module &module) {
  dropPromises(module);
  const llvm::FunctionCallee divideError = declareDivideError(module);
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    // What follows inserts instructions and blocks, which must not be visited again.
    std::vector<Instruction *> work;
    for (Instruction &instruction : llvm::instructions(function))
      work.push_back(&instruction);
    for (Instruction *instruction : work)
      normaliseInstruction(*instruction, divideError);
    zeroSlots(function);
  }
}

} // namespace ir
