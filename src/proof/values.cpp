#include "proof/encoder.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

namespace proof {
namespace {

constexpr std::size_t mostLeaves = 256;

} // namespace

bool Encoder::flatten(llvm::Type *type, std::uint64_t offset, std::vector<Leaf> &leaves) {
  if (leaves.size() > mostLeaves)
    return false;
  if (type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy()) {
    leaves.push_back({type, offset});
    return true;
  }
  if (auto *record = llvm::dyn_cast<llvm::StructType>(type)) {
    if (record->isOpaque())
      return false;
    const llvm::StructLayout *fields = layout_.getStructLayout(record);
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      if (!flatten(record->getElementType(i), offset + fields->getElementOffset(i).getFixedValue(),
                   leaves))
        return false;
    return true;
  }
  llvm::Type *element = nullptr;
  std::uint64_t count = 0;
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    element = array->getElementType();
    count = array->getNumElements();
  } else if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    element = vector->getElementType();
    count = vector->getNumElements();
    if (layout_.getTypeSizeInBits(element) != layout_.getTypeAllocSizeInBits(element))
      return false; // packed
  }
  if (!element || count > mostLeaves)
    return false;
  const std::uint64_t size = layout_.getTypeAllocSize(element).getFixedValue();
  for (std::uint64_t i = 0; i < count; ++i)
    if (!flatten(element, offset + i * size, leaves))
      return false;
  return true;
}

std::vector<Leaf> Encoder::leavesOf(llvm::Type *type) {
  std::vector<Leaf> leaves;
  if (type->isVoidTy())
    return leaves;
  if (!flatten(type, 0, leaves))
    refuse("a value in it has a type that is not printed");
  return leaves;
}

Leaves Encoder::anyValue(llvm::Type *type) {
  Leaves leaves;
  for (const Leaf &leaf : leavesOf(type))
    leaves.push_back(
        script.anyBits(unsigned(layout_.getTypeSizeInBits(leaf.type).getFixedValue())));
  return leaves;
}

Leaves Encoder::value(const llvm::Value *value) {
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(value))
    return this->constant(*constant);
  const auto found = values_.find(value);
  if (found != values_.end())
    return found->second;
  refuse("a value is used before it is made");
  return anyValue(value->getType());
}

Leaves Encoder::constant(const llvm::Constant &constant) {
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&constant);
      number && number->getType()->isIntegerTy())
    return {literal(number->getValue())};
  if (const auto *number = llvm::dyn_cast<llvm::ConstantFP>(&constant);
      number && number->getType()->isFloatingPointTy())
    return {literal(number->getValueAPF().bitcastToAPInt())};
  if (llvm::isa<llvm::ConstantPointerNull>(constant))
    return {literal(addressWidth_, 0)};
  if (const auto *global = llvm::dyn_cast<llvm::GlobalValue>(&constant))
    return {addressOf(*global)};
  if (const auto *step = llvm::dyn_cast<llvm::GEPOperator>(&constant);
      step && step->getType()->isPointerTy())
    return {this->step(*step)};
  if (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    const auto width = unsigned(layout_.getTypeSizeInBits(expression->getType()).getFixedValue());
    if (expression->getOpcode() == llvm::Instruction::PtrToInt ||
        expression->getOpcode() == llvm::Instruction::IntToPtr ||
        expression->getOpcode() == llvm::Instruction::Trunc)
      return {resized(value(expression->getOperand(0)).front(), width, false)};
    return anyValue(constant.getType());
  }
  if (!llvm::isa<llvm::ConstantData, llvm::ConstantAggregate>(constant) ||
      llvm::isa<llvm::UndefValue>(constant))
    return anyValue(constant.getType());
  Leaves leaves;
  unsigned count = 0;
  if (const auto *record = llvm::dyn_cast<llvm::StructType>(constant.getType()))
    count = record->getNumElements();
  else if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(constant.getType()))
    count = unsigned(std::min<std::uint64_t>(array->getNumElements(), 1u << 16));
  else if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(constant.getType()))
    count = vector->getNumElements();
  for (unsigned i = 0; i < count; ++i) {
    const llvm::Constant *element = constant.getAggregateElement(i);
    if (!element)
      return anyValue(constant.getType());
    const Leaves inner = this->constant(*element);
    leaves.insert(leaves.end(), inner.begin(), inner.end());
  }
  return leaves.size() == leavesOf(constant.getType()).size() ? leaves
                                                              : anyValue(constant.getType());
}

/// Objects that exist at the same time have addresses of their own, and null is nobody's. Said only
/// where it is certain: not of what a linker may merge, or take from elsewhere.
void Encoder::keepApart(const llvm::Value *object, const Bits &base, std::uint64_t size) {
  const auto isMerged = [](const llvm::Value *each) {
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(each);
    return global && (global->isDeclaration() || global->isInterposable() ||
                      global->hasAtLeastLocalUnnamedAddr() || global->isThreadLocal());
  };
  const llvm::APInt room = -llvm::APInt(addressWidth_, size);
  script.demand(fmt::format("(and (bvult {0} {1}) (not (= {0} {2})))", base.text,
                            literal(room).text, literal(addressWidth_, 0).text));
  for (const auto &[other, otherSize] : objects_) {
    const bool isLocal = llvm::isa<llvm::AllocaInst>(object);
    const bool otherIsLocal = llvm::isa<llvm::AllocaInst>(other);
    const bool apart = isLocal && otherIsLocal   ? prepared_.together.contains({object, other})
                       : isLocal || otherIsLocal ? true
                                                 : !isMerged(object) && !isMerged(other);
    if (!apart)
      continue;
    const Bits &otherBase = addresses_.at(other);
    script.demand(fmt::format("(or (bvule (bvadd {0} {1}) {2}) (bvule (bvadd {2} {3}) {0}))",
                              base.text, literal(addressWidth_, size).text, otherBase.text,
                              literal(addressWidth_, otherSize).text));
  }
  objects_.emplace_back(object, size);
}

Bits Encoder::addressOf(const llvm::GlobalValue &global) {
  if (const auto found = addresses_.find(&global); found != addresses_.end())
    return found->second;
  const Bits base = script.anyBits(addressWidth_);
  addresses_[&global] = base;
  const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
  if (variable && variable->getValueType()->isSized() && !variable->hasExternalWeakLinkage() &&
      !variable->isThreadLocal() && !variable->isDeclaration()) {
    const std::uint64_t size = layout_.getTypeAllocSize(variable->getValueType()).getFixedValue();
    if (size > 0)
      keepApart(variable, base, size);
  } else if (llvm::isa<llvm::Function>(global) && !global.isDeclaration() &&
             !global.isInterposable()) {
    script.demand(fmt::format("(not (= {} {}))", base.text, literal(addressWidth_, 0).text));
  }
  return base;
}

Bits Encoder::addressOf(const llvm::AllocaInst &slot) {
  if (const auto found = addresses_.find(&slot); found != addresses_.end())
    return found->second;
  const Bits base = script.anyBits(addressWidth_);
  addresses_[&slot] = base;
  if (const auto size = slot.getAllocationSize(layout_); size && size->getFixedValue() > 0)
    keepApart(&slot, base, size->getFixedValue());
  return base;
}

Guard Encoder::condition(const llvm::Value *value) {
  const Bits bits = this->value(value).front();
  if (bits.literal)
    return bits.literal->isZero() ? "false" : "true";
  return script.guard(fmt::format("(= {} (_ bv1 1))", bits.text));
}

Bits Encoder::fromGuard(const Guard &guard) {
  if (guard == "true" || guard == "false")
    return literal(1, guard == "true" ? 1 : 0);
  return script.bits(1, fmt::format("(ite {} (_ bv1 1) (_ bv0 1))", guard));
}

} // namespace proof
