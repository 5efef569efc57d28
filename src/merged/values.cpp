#include "merged/executor.h"

#include "ir/operations.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace merged {

using expr::Operation;
using expr::TermId;
using llvm::Instruction;

TermId Executor::unknown(unsigned width) { return pool_.input(width, nextUnknown_++); }

Scalars Executor::unknownOf(const llvm::Type *type) {
  if (const unsigned width = widthOf(type))
    return {unknown(width)};
  Scalars all;
  if (scalarCount(type))
    for (const llvm::Type *element : llvm::cast<llvm::StructType>(type)->elements())
      for (const TermId scalar : unknownOf(element))
        all.push_back(scalar);
  return all;
}

Scalars Executor::valueOf(const llvm::Value *value, State &state) {
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(value))
    return constantOf(*constant, state);
  const auto known = state.values.find(value);
  return known == state.values.end() ? Scalars() : known->second;
}

TermId Executor::scalarOf(const llvm::Value *value, State &state) {
  const Scalars scalars = valueOf(value, state);
  return scalars.size() == 1 ? scalars[0] : TermId();
}

Scalars Executor::constantOf(const llvm::Constant &constant, State &state) {
  const llvm::Type *type = constant.getType();
  const unsigned width = widthOf(type);
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&constant); number && width)
    return {pool_.constant(width, number->getZExtValue())};
  if (const auto *number = llvm::dyn_cast<llvm::ConstantFP>(&constant); number && width)
    return {pool_.constant(width, number->getValueAPF().bitcastToAPInt().getZExtValue())};
  if (width && (constant.isNullValue() || llvm::isa<llvm::UndefValue>(constant)))
    return {pool_.constant(width, 0)};
  if (const auto *global = llvm::dyn_cast<llvm::GlobalValue>(&constant))
    return {addressOf(*global, state)};
  if (const auto *place = llvm::dyn_cast<llvm::GEPOperator>(&constant)) {
    const TermId base = scalarOf(place->getPointerOperand(), state);
    const TermId offset = offsetOf(*place, state);
    return base && offset ? Scalars{pool_.make(Operation::Add, 64, base, offset)} : Scalars();
  }
  if (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant))
    return expressionOf(*expression, state);
  Scalars all;
  if (llvm::isa<llvm::StructType>(type) && scalarCount(type))
    for (unsigned i = 0; i < type->getStructNumElements(); ++i)
      for (const TermId scalar : constantOf(*constant.getAggregateElement(i), state))
        all.push_back(scalar);
  return all;
}

Scalars Executor::expressionOf(const llvm::ConstantExpr &expression, State &state) {
  if (expression.getOpcode() == Instruction::PtrToInt ||
      expression.getOpcode() == Instruction::IntToPtr)
    return widthOf(expression.getType()) == 64 ? valueOf(expression.getOperand(0), state)
                                               : Scalars();
  llvm::Instruction *instruction = expression.getAsInstruction();
  const Scalars scalars = computed(*instruction, state);
  instruction->deleteValue();
  return scalars;
}

TermId Executor::offsetOf(const llvm::GEPOperator &place, State &state) {
  return algebra_.offsetOf(place, [&](const llvm::Value *value) { return valueOf(value, state); });
}

Scalars Executor::computed(const Instruction &instruction, State &state) {
  return algebra_.computed(instruction,
                           [&](const llvm::Value *value) { return valueOf(value, state); });
}

std::optional<Scalars> Executor::intrinsic(const llvm::CallBase &call, State &state) {
  auto scalars =
      algebra_.intrinsic(call, [&](const llvm::Value *value) { return valueOf(value, state); });
  if (scalars)
    for (TermId &scalar : *scalars)
      if (!scalar)
        scalar = unknown(1); // whether 64 bits overflow
  return scalars;
}

} // namespace merged
