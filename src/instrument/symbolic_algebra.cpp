#include "instrument/symbolic_algebra.h"

#include "abi/recorder_calls.h"
#include "instrument/symbolic_types.h"

#include <llvm/IR/Module.h>

namespace instrument {

using llvm::CmpInst;
using llvm::Instruction;
using llvm::Value;

PincerOperation operationOf(Instruction::BinaryOps opcode) {
  switch (opcode) {
  case Instruction::Add:
    return PINCER_OP_Add;
  case Instruction::Sub:
    return PINCER_OP_Sub;
  case Instruction::Mul:
    return PINCER_OP_Mul;
  case Instruction::UDiv:
    return PINCER_OP_UDiv;
  case Instruction::SDiv:
    return PINCER_OP_SDiv;
  case Instruction::URem:
    return PINCER_OP_URem;
  case Instruction::SRem:
    return PINCER_OP_SRem;
  case Instruction::And:
    return PINCER_OP_And;
  case Instruction::Or:
    return PINCER_OP_Or;
  case Instruction::Xor:
    return PINCER_OP_Xor;
  case Instruction::Shl:
    return PINCER_OP_Shl;
  case Instruction::LShr:
    return PINCER_OP_LShr;
  case Instruction::AShr:
    return PINCER_OP_AShr;
  default:
    llvm_unreachable("no operation on integers");
  }
}

namespace {

/// A predicate in terms of the operations there are.
struct Comparison {
  PincerOperation operation;
  bool swapped, negated;
};

Comparison comparisonOf(CmpInst::Predicate predicate) {
  switch (predicate) {
  case CmpInst::ICMP_EQ:
    return {PINCER_OP_Equal, false, false};
  case CmpInst::ICMP_NE:
    return {PINCER_OP_Equal, false, true};
  case CmpInst::ICMP_ULT:
    return {PINCER_OP_ULess, false, false};
  case CmpInst::ICMP_ULE:
    return {PINCER_OP_ULessEqual, false, false};
  case CmpInst::ICMP_UGT:
    return {PINCER_OP_ULess, true, false};
  case CmpInst::ICMP_UGE:
    return {PINCER_OP_ULessEqual, true, false};
  case CmpInst::ICMP_SLT:
    return {PINCER_OP_SLess, false, false};
  case CmpInst::ICMP_SLE:
    return {PINCER_OP_SLessEqual, false, false};
  case CmpInst::ICMP_SGT:
    return {PINCER_OP_SLess, true, false};
  case CmpInst::ICMP_SGE:
    return {PINCER_OP_SLessEqual, true, false};
  default:
    llvm_unreachable("not a comparison of integers");
  }
}

} // namespace

TermAlgebra::TermAlgebra(llvm::Module &module, llvm::IRBuilder<> &builder)
    : module_(module), builder_(builder) {}

Value *TermAlgebra::noTerm() const { return builder_.getInt32(0); }

Termed TermAlgebra::number(llvm::Type *type, std::uint64_t value) const {
  return concrete(llvm::ConstantInt::get(type, value));
}

Value *TermAlgebra::word(Value *value) {
  if (value->getType()->isPointerTy())
    return builder_.CreatePtrToInt(value, builder_.getInt64Ty());
  return builder_.CreateZExt(value, builder_.getInt64Ty());
}

llvm::CallInst *TermAlgebra::callAs(llvm::Type *result, llvm::StringRef name,
                                    llvm::ArrayRef<Value *> arguments) {
  llvm::SmallVector<llvm::Type *, 6> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  llvm::FunctionCallee callee =
      module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  // 32-bit code generation has no such convention.
  const llvm::CallingConv::ID convention = module_.getDataLayout().getPointerSize() == 4
                                               ? llvm::CallingConv::C
                                               : llvm::CallingConv::PreserveMost;
  function->setCallingConv(convention);
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::Cold);
  function->setDSOLocal(true);
  llvm::CallInst *call = builder_.CreateCall(callee, arguments);
  call->setCallingConv(convention);
  call->setDoesNotThrow();
  return call;
}

llvm::CallInst *TermAlgebra::call(llvm::StringRef name, llvm::ArrayRef<Value *> arguments) {
  return callAs(builder_.getVoidTy(), name, arguments);
}

llvm::CallInst *TermAlgebra::callForTerm(llvm::StringRef name, llvm::ArrayRef<Value *> arguments) {
  return callAs(builder_.getInt32Ty(), name, arguments);
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

Termed TermAlgebra::compare(CmpInst::Predicate predicate, Termed a, Termed b, Value *known) {
  Value *value = known ? known : builder_.CreateICmp(predicate, a.value, b.value);
  if (isConcrete(a.term) && isConcrete(b.term))
    return concrete(value);
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

Termed TermAlgebra::negate(Termed condition) {
  return binary(Instruction::Xor, condition, number(builder_.getInt1Ty(), 1));
}

} // namespace instrument
