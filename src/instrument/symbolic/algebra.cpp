#include "instrument/symbolic/algebra.h"

#include "abi/packed_calls.h"
#include "abi/recorder_calls.h"
#include "expr/operation.h"
#include "instrument/symbolic/types.h"

#include <llvm/IR/Module.h>

namespace instrument {

using ir::Comparison;
using ir::comparisonOf;
using ir::operationOf;
using llvm::CmpInst;
using llvm::Instruction;
using llvm::Value;

TermAlgebra::TermAlgebra(llvm::Module &module, llvm::IRBuilder<> &builder)
    : module_(module), builder_(builder) {}

Value *TermAlgebra::noTerm() const { return builder_.getInt32(0); }

Termed TermAlgebra::number(llvm::Type *type, std::uint64_t value) const {
  return concrete(llvm::ConstantInt::get(type, value));
}

Value *TermAlgebra::word(Value *value) {
  if (value->getType()->isPointerTy())
    return builder_.CreatePtrToInt(value, builder_.getInt64Ty());
  if (value->getType()->isFloatingPointTy())
    value = builder_.CreateBitCast(value, builder_.getIntNTy(widthOf(value->getType())));
  return builder_.CreateZExt(value, builder_.getInt64Ty());
}

llvm::Function *TermAlgebra::recorderFunction(llvm::Type *result, llvm::StringRef name,
                                              llvm::ArrayRef<Value *> arguments) {
  llvm::SmallVector<llvm::Type *, 6> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  auto *function = llvm::cast<llvm::Function>(
      module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false)).getCallee());
  // 32-bit code generation has no such convention.
  function->setCallingConv(module_.getDataLayout().getPointerSize() == 4
                               ? llvm::CallingConv::C
                               : llvm::CallingConv::PreserveMost);
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::Cold);
  function->setDSOLocal(true);
  return function;
}

llvm::CallInst *TermAlgebra::callAs(llvm::Type *result, llvm::StringRef name,
                                    llvm::ArrayRef<Value *> arguments) {
  llvm::Function *function = recorderFunction(result, name, arguments);
  llvm::CallInst *call = builder_.CreateCall(function, arguments);
  call->setCallingConv(function->getCallingConv());
  call->setDoesNotThrow();
  return call;
}

llvm::CallInst *TermAlgebra::call(llvm::StringRef name, llvm::ArrayRef<Value *> arguments) {
  return callAs(builder_.getVoidTy(), name, arguments);
}

llvm::CallInst *TermAlgebra::callForTerm(llvm::StringRef name, llvm::ArrayRef<Value *> arguments) {
  return callAs(builder_.getInt32Ty(), name, arguments);
}

/// The call that made this term, if it is a comparison and nothing was recorded since.
llvm::CallInst *TermAlgebra::latestComparison(Value *term) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(term);
  if (!call || !call->getCalledFunction() || call->getParent() != builder_.GetInsertBlock() ||
      call->getCalledFunction()->getName() != "__pincer_rec_binary")
    return nullptr;
  for (const Instruction *since = call->getNextNode();
       since && since->getIterator() != builder_.GetInsertPoint(); since = since->getNextNode())
    if (since->mayHaveSideEffects())
      return nullptr;
  const auto *shape = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0));
  const auto operation = static_cast<expr::Operation>(shape->getZExtValue() & 0xff);
  return expr::isComparison(operation) ? call : nullptr;
}

void TermAlgebra::event(std::uint32_t kind, Value *place, Termed what) {
  auto *number = llvm::dyn_cast<llvm::ConstantInt>(place);
  llvm::CallInst *comparison = latestComparison(what.term);
  if (!number || !comparison) {
    call("__pincer_rec_event",
         {builder_.getInt32(kind), place, what.term,
          builder_.getInt32(widthOf(what.value->getType())), word(what.value)});
    return;
  }
  const std::uint64_t shape =
      llvm::cast<llvm::ConstantInt>(comparison->getArgOperand(0))->getZExtValue();
  comparison->setArgOperand(
      0, builder_.getInt64(shape | kind << PINCER_SHAPE_KIND_AT | number->getZExtValue() << 32));
  const llvm::SmallVector<Value *, 6> arguments(comparison->args());
  comparison->setCalledFunction(
      recorderFunction(builder_.getInt32Ty(), "__pincer_rec_decide", arguments));
}

Value *TermAlgebra::binaryTerm(PincerOperation operation, Termed a, Termed b, Value *value) {
  if (isConcrete(a.term) && isConcrete(b.term))
    return noTerm();
  const std::uint32_t shape = operation | widthOf(a.value->getType()) << 8;
  return callForTerm("__pincer_rec_binary", {builder_.getInt32(shape), a.term, word(a.value),
                                             b.term, word(b.value), word(value)});
}

Termed TermAlgebra::binary(Instruction::BinaryOps opcode, Termed a, Termed b, Value *known) {
  Value *value = known ? known : builder_.CreateBinOp(opcode, a.value, b.value);
  return {value, binaryTerm(operationOf(opcode), a, b, value)};
}

Termed TermAlgebra::totalShift(PincerOperation operation, Termed a, Termed amount) {
  llvm::Type *type = a.value->getType();
  const unsigned width = widthOf(type);
  Value *inside = builder_.CreateICmpULT(amount.value, llvm::ConstantInt::get(type, width));
  Value *most = llvm::ConstantInt::get(type, width - 1);
  Value *safe = builder_.CreateSelect(inside, amount.value, most);
  Value *nothing = llvm::Constant::getNullValue(type);
  Value *value = nullptr;
  if (operation == PINCER_OP_AShr)
    value = builder_.CreateAShr(a.value, safe);
  else if (operation == PINCER_OP_Shl)
    value = builder_.CreateSelect(inside, builder_.CreateShl(a.value, safe), nothing);
  else
    value = builder_.CreateSelect(inside, builder_.CreateLShr(a.value, safe), nothing);
  // Where the amount is a number, nothing is left, or all, more often than not.
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(amount.value)) {
    if (number->isZero())
      return a;
    if (operation != PINCER_OP_AShr && number->getZExtValue() >= width)
      return concrete(nothing);
  }
  return {value, binaryTerm(operation, a, amount, value)};
}

Termed TermAlgebra::compare(CmpInst::Predicate predicate, Termed a, Termed b, Value *known) {
  Value *value = known ? known : builder_.CreateCmp(predicate, a.value, b.value);
  if (isConcrete(a.term) && isConcrete(b.term))
    return concrete(value);
  if (predicate == CmpInst::FCMP_FALSE || predicate == CmpInst::FCMP_TRUE)
    return concrete(value);
  if (predicate == CmpInst::FCMP_UEQ)
    return binary(Instruction::Or, compare(CmpInst::FCMP_OEQ, a, b),
                  compare(CmpInst::FCMP_UNO, a, b), value);
  if (predicate == CmpInst::FCMP_ONE)
    return binary(Instruction::Or, compare(CmpInst::FCMP_OLT, a, b),
                  compare(CmpInst::FCMP_OGT, a, b), value);
  const Comparison comparison = comparisonOf(predicate);
  if (comparison.swapped)
    std::swap(a, b);
  const std::uint32_t shape = comparison.operation | widthOf(a.value->getType()) << 8 |
                              (comparison.negated ? PINCER_SHAPE_NEGATED : 0);
  return {value,
          callForTerm("__pincer_rec_binary", {builder_.getInt32(shape), a.term, word(a.value),
                                              b.term, word(b.value), word(value)})};
}

Termed TermAlgebra::choose(Termed condition, Termed a, Termed b, Value *known) {
  Value *value = known ? known : builder_.CreateSelect(condition.value, a.value, b.value);
  if (isConcrete(condition.term) && isConcrete(a.term) && isConcrete(b.term))
    return concrete(value);
  if (isConcrete(condition.term))
    return {value, builder_.CreateSelect(condition.value, a.term, b.term)};
  Value *outcome = builder_.CreateShl(builder_.CreateZExt(condition.value, builder_.getInt32Ty()),
                                      builder_.getInt32(8));
  Value *shape = builder_.CreateOr(outcome, builder_.getInt32(widthOf(value->getType())));
  return {value, callForTerm("__pincer_rec_choose", {shape, condition.term, a.term, word(a.value),
                                                     b.term, word(b.value)})};
}

Termed TermAlgebra::resize(Termed a, llvm::Type *type, bool isSigned, Value *known) {
  const unsigned from = widthOf(a.value->getType()), to = widthOf(type);
  Value *value = known;
  if (!value) {
    Value *integer = a.value->getType()->isPointerTy() ? word(a.value) : a.value;
    llvm::Type *integerType = builder_.getIntNTy(to);
    value = isSigned ? builder_.CreateSExtOrTrunc(integer, integerType)
                     : builder_.CreateZExtOrTrunc(integer, integerType);
    if (type->isPointerTy())
      value = builder_.CreateIntToPtr(value, type);
  }
  if (isConcrete(a.term) || from == to)
    return {value, a.term};
  const PincerOperation operation = to < from  ? PINCER_OP_Extract
                                    : isSigned ? PINCER_OP_SignExtend
                                               : PINCER_OP_ZeroExtend;
  const std::uint32_t shape = operation | to << 8 | from << 16;
  return {value, callForTerm("__pincer_rec_cast",
                             {builder_.getInt32(shape), a.term, word(a.value), word(value)})};
}

Termed TermAlgebra::extract(Termed a, unsigned low, unsigned width) {
  Value *shifted = builder_.CreateLShr(a.value, low);
  Value *value = builder_.CreateTrunc(shifted, builder_.getIntNTy(width));
  if (isConcrete(a.term))
    return concrete(value);
  const std::uint32_t shape =
      PINCER_OP_Extract | width << 8 | widthOf(a.value->getType()) << 16 | low << 24;
  return {value, callForTerm("__pincer_rec_cast",
                             {builder_.getInt32(shape), a.term, word(a.value), word(value)})};
}

Termed TermAlgebra::concat(Termed high, Termed low) {
  const unsigned highWidth = widthOf(high.value->getType());
  const unsigned lowWidth = widthOf(low.value->getType());
  llvm::Type *type = builder_.getIntNTy(highWidth + lowWidth);
  Value *value =
      builder_.CreateOr(builder_.CreateShl(builder_.CreateZExt(bits(high).value, type), lowWidth),
                        builder_.CreateZExt(bits(low).value, type));
  if (isConcrete(high.term) && isConcrete(low.term))
    return concrete(value);
  const std::uint32_t shape = PINCER_OP_Concat | highWidth << 8 | lowWidth << 24;
  return {value,
          callForTerm("__pincer_rec_binary", {builder_.getInt32(shape), high.term, word(high.value),
                                              low.term, word(low.value), word(value)})};
}

Termed TermAlgebra::bits(Termed a) {
  llvm::Type *type = builder_.getIntNTy(widthOf(a.value->getType()));
  return {builder_.CreateBitOrPointerCast(a.value, type), a.term};
}

Termed TermAlgebra::unary(PincerOperation operation, Termed a, Value *value, unsigned extra) {
  if (isConcrete(a.term))
    return concrete(value);
  const std::uint32_t shape =
      operation | widthOf(value->getType()) << 8 | widthOf(a.value->getType()) << 16 | extra << 24;
  return {value, callForTerm("__pincer_rec_cast",
                             {builder_.getInt32(shape), a.term, word(a.value), word(value)})};
}

Termed TermAlgebra::apply(PincerFunction function, Termed a, Termed b, Value *value) {
  if (isConcrete(a.term) && isConcrete(b.term))
    return concrete(value);
  const std::uint32_t shape = PINCER_OP_Apply | widthOf(value->getType()) << 8 | function << 24;
  return {value,
          callForTerm("__pincer_rec_binary", {builder_.getInt32(shape), a.term, word(a.value),
                                              b.term, word(b.value), word(value)})};
}

namespace {

Value *packedTerms(llvm::IRBuilder<> &builder, Value *low, Value *high) {
  llvm::Type *type = builder.getInt64Ty();
  return builder.CreateOr(builder.CreateZExt(low, type),
                          builder.CreateShl(builder.CreateZExt(high, type), 32));
}

} // namespace

Termed TermAlgebra::ternary(PincerOperation operation, llvm::ArrayRef<Termed> operands,
                            Value *value, unsigned extra) {
  const bool isPack = operation == PINCER_OP_Call && extra == PINCER_CALL_PACK;
  if (!isPack &&
      llvm::all_of(operands, [this](const Termed &operand) { return isConcrete(operand.term); }))
    return concrete(value);
  Value *shape = builder_.getInt32(operation | widthOf(value->getType()) << 8 | extra << 16);
  const auto &[a, b, c] = std::tie(operands[0], operands[1], operands[2]);
  return {value,
          callForTerm("__pincer_rec_ternary",
                      {packedTerms(builder_, shape, c.term), packedTerms(builder_, a.term, b.term),
                       word(a.value), word(b.value), word(c.value), word(value)})};
}

Termed TermAlgebra::call(unsigned function, llvm::ArrayRef<Termed> words, Value *value) {
  return ternary(PINCER_OP_Call, words, value, function);
}

Termed TermAlgebra::fused(Termed a, Termed b, Termed c, Value *value) {
  return ternary(PINCER_OP_FMulAdd, {a, b, c}, value);
}

Termed TermAlgebra::negate(Termed condition) {
  return binary(Instruction::Xor, condition, number(builder_.getInt1Ty(), 1));
}

} // namespace instrument
