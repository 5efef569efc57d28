#include "backward/segment.h"

#include "abi/target.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

// Values and control: see memory.cpp for what is read and written.

namespace backward {

using expr::Operation;
using expr::TermId;
using llvm::Instruction;
using merged::Scalars;

Segment::Segment(Places &places, const FunctionFacts &facts, FrameId frame,
                 const llvm::DataLayout &layout)
    : places_(places), pool_(places.pool()), facts_(facts), frame_(frame), layout_(layout),
      algebra_(places.pool(), layout),
      substitution_(places.pool(),
                    [this](std::uint32_t input, unsigned) { return replaced_.at(input); }) {}

Scalars Segment::anyOf(const llvm::Type *type) {
  if (const unsigned width = merged::widthOf(type))
    return {places_.anything(width)};
  Scalars all;
  if (merged::scalarCount(type))
    for (const llvm::Type *element : llvm::cast<llvm::StructType>(type)->elements())
      for (const TermId scalar : anyOf(element))
        all.push_back(scalar);
  return all;
}

namespace {

void addWidths(const llvm::Type *type, std::vector<unsigned> &widths) {
  if (const unsigned width = merged::widthOf(type))
    widths.push_back(width);
  else if (merged::scalarCount(type))
    for (const llvm::Type *element : llvm::cast<llvm::StructType>(type)->elements())
      addWidths(element, widths);
}

} // namespace

/// What it was before the segment.
Scalars Segment::placesOf(const llvm::Value *value) {
  std::vector<unsigned> widths;
  addWidths(value->getType(), widths);
  Scalars scalars;
  for (unsigned i = 0; i < widths.size(); ++i)
    scalars.push_back(places_.value(frame_, value, i, widths[i]));
  return scalars;
}

Scalars Segment::valueOf(const llvm::Value *value) {
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(value))
    return constantOf(*constant);
  if (const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(value); slot && slot->isStaticAlloca())
    return {places_.address(frame_, slot)};
  const auto known = values_.find(value);
  return known != values_.end() ? known->second : placesOf(value);
}

TermId Segment::scalarOf(const llvm::Value *value, unsigned width) {
  const Scalars scalars = valueOf(value);
  return scalars.size() == 1 && pool_[scalars[0]].width == width ? scalars[0]
                                                                 : places_.anything(width);
}

Scalars Segment::constantOf(const llvm::Constant &constant) {
  const unsigned width = merged::widthOf(constant.getType());
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&constant); number && width)
    return {pool_.constant(width, number->getZExtValue())};
  if (const auto *number = llvm::dyn_cast<llvm::ConstantFP>(&constant); number && width)
    return {pool_.constant(width, number->getValueAPF().bitcastToAPInt().getZExtValue())};
  if (llvm::isa<llvm::ConstantPointerNull>(constant))
    return {pool_.constant(64, 0)};
  if (llvm::isa<llvm::GlobalValue>(constant))
    return {places_.address(0, &constant)};
  if (const auto *step = llvm::dyn_cast<llvm::GEPOperator>(&constant);
      step && step->getType()->isPointerTy()) {
    const auto operands = [this](const llvm::Value *value) { return valueOf(value); };
    const TermId offset = algebra_.offsetOf(*step, operands);
    if (!offset)
      return anyOf(constant.getType());
    return {pool_.make(Operation::Add, 64, scalarOf(step->getPointerOperand(), 64), offset)};
  }
  if (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
      expression && width == 64 &&
      (expression->getOpcode() == Instruction::PtrToInt ||
       expression->getOpcode() == Instruction::IntToPtr) &&
      merged::widthOf(expression->getOperand(0)->getType()) == 64)
    return valueOf(expression->getOperand(0));
  if (width || !llvm::isa<llvm::ConstantAggregate, llvm::ConstantAggregateZero>(constant) ||
      !merged::scalarCount(constant.getType()))
    return anyOf(constant.getType());
  Scalars all;
  for (unsigned i = 0; i < constant.getType()->getStructNumElements(); ++i)
    for (const TermId scalar : constantOf(*constant.getAggregateElement(i)))
      all.push_back(scalar);
  return all;
}

void Segment::run(const Instruction &instruction) {
  if (llvm::isa<llvm::PHINode, llvm::DbgInfoIntrinsic>(instruction))
    return; // a phi's value came along the edge
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    values_[load] = this->load(*load);
  } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    this->store(*store);
  } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    this->call(*call);
  } else if (const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    if (!slot->isStaticAlloca()) { // memory that is new holds anything
      havoc();
      values_[slot] = anyOf(slot->getType());
    }
  } else if (instruction.mayWriteToMemory()) { // atomic operations
    havoc();
    values_[&instruction] = anyOf(instruction.getType());
  } else {
    Scalars value = algebra_.computed(
        instruction, [this](const llvm::Value *operand) { return valueOf(operand); });
    values_[&instruction] = value.empty() ? anyOf(instruction.getType()) : std::move(value);
  }
}

void Segment::callUnknown(const llvm::CallBase &call) {
  havoc();
  values_[&call] = anyOf(call.getType());
}

void Segment::call(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (callee &&
      (callee->getName() == PINCER_BRANCH_MARKER || callee->getName() == PINCER_SWITCH_MARKER ||
       callee->getName() == PINCER_CHECK_MARKER))
    return;
  if (const auto *known = llvm::dyn_cast<llvm::MemTransferInst>(&call))
    return copy(*known);
  if (const auto *known = llvm::dyn_cast<llvm::MemSetInst>(&call))
    return fill(*known);
  if (!llvm::isa<llvm::IntrinsicInst>(call))
    return callUnknown(call);
  if (call.isLifetimeStartOrEnd())
    return;
  const auto made =
      algebra_.intrinsic(call, [this](const llvm::Value *operand) { return valueOf(operand); });
  if (!made && call.mayWriteToMemory())
    return callUnknown(call);
  Scalars value = made ? *made : anyOf(call.getType());
  for (TermId &scalar : value)
    if (!scalar)
      scalar = places_.anything(1);
  values_[&call] = std::move(value);
}

void Segment::forget(const std::set<const llvm::BasicBlock *> &blocks) {
  forgotten_ = &blocks;
  for (const llvm::BasicBlock &block : *(*blocks.begin())->getParent())
    if (blocks.contains(&block))
      for (const Instruction &instruction : block)
        noteChanges(instruction);
}

TermId Segment::replacement(std::uint32_t input, unsigned width) {
  const Place place = places_[input];
  switch (place.kind) {
  case Place::Kind::Value: {
    if (place.frame != frame_)
      break;
    const auto *instruction = llvm::dyn_cast<Instruction>(place.base);
    if (forgotten_ && instruction && forgotten_->contains(instruction->getParent()))
      return places_.anything(width);
    const auto known = values_.find(place.base);
    if (known == values_.end())
      break;
    const Scalars &scalars = known->second;
    return place.part < scalars.size() && pool_[scalars[place.part]].width == width
               ? scalars[place.part]
               : places_.anything(width);
  }
  case Place::Kind::Memory: {
    const TermId address = substitution_(place.address);
    if (place.version != 0)
      return places_.memory(place.frame, place.base, address, place.part, place.version);
    return read(place.frame, {place.base, address}, place.part);
  }
  default:
    break;
  }
  return pool_.input(width, input);
}

TermId Segment::before(TermId term) {
  // Places have higher numbers than what their addresses depend on.
  std::set<std::uint32_t> needed;
  std::vector<TermId> work{term};
  while (!work.empty()) {
    const TermId next = work.back();
    work.pop_back();
    for (const std::uint32_t input : expr::inputsIn(pool_, next))
      if (!replaced_.contains(input) && needed.insert(input).second &&
          places_[input].kind == Place::Kind::Memory)
        work.push_back(places_[input].address);
  }
  for (const std::uint32_t input : needed)
    replaced_[input] = replacement(input, places_[input].width);
  return substitution_(term);
}

} // namespace backward
