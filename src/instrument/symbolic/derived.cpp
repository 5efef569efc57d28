#include "instrument/symbolic/function.h"
#include "instrument/symbolic/legalise/half.h"
#include "instrument/symbolic/operations/extended.h"
#include "instrument/symbolic/operations/floating.h"
#include "instrument/symbolic/operations/intrinsics.h"
#include "instrument/symbolic/operations/wide.h"
#include "instrument/symbolic/types.h"

#include <cmath>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>

// The terms of instructions that follow from those of their operands (isDerived). What works on one
// scalar works on vectors element by element; what only moves values about moves their terms.

namespace instrument {

using llvm::Instruction;
using llvm::Value;

Termed TermPropagation::part(Value *whole, unsigned leaf) {
  return {leafValue(builder_, whole, leaf, layout_), termOf(whole, leaf)};
}

TermPropagation::Terms TermPropagation::derive(Instruction &instruction) {
  if (auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    return {deriveAddress(*address)};
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return deriveSelect(*select);
  if (auto *cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction))
    return deriveBits(*cast);
  if (isDerivedExtended(instruction))
    return deriveExtended(instruction);
  llvm::Type *type = instruction.getType(), *operandType = instruction.getOperand(0)->getType();
  if (llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::ICmpInst>(instruction) &&
      (isWide(type) || isWide(operandType)))
    return deriveWide(instruction);
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      call && isReduction(call->getIntrinsicID()))
    return {deriveReduction(*call)};
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction); call && isWide(operandType))
    return deriveWideCall(*call);
  if (isMove(instruction))
    return deriveMove(instruction);
  if (!type->isVectorTy())
    return deriveElement(instruction, 0);
  Terms made;
  for (unsigned i = 0; i < leafCount(&instruction); ++i)
    made.push_back(deriveElement(instruction, i)[0]);
  return made;
}

/// Whether the element is known to be nothing in particular: then so is what is computed from it.
static bool isUndefined(Value *whole, unsigned element) {
  if (!whole->getType()->isVectorTy())
    return false;
  const Value *scalar = llvm::findScalarElement(whole, element);
  return scalar && llvm::isa<llvm::UndefValue>(scalar);
}

/// A scalar, or one element of a vector.
TermPropagation::Terms TermPropagation::deriveElement(Instruction &instruction, unsigned element) {
  for (Value *operand : instruction.operand_values())
    if (isUndefined(operand, element))
      return {algebra_.noTerm()};
  Value *result = instruction.getType()->isVectorTy()
                      ? leafValue(builder_, &instruction, element, layout_)
                      : &instruction;
  const auto operand = [&](Value *whole) {
    // Beside vectors there may be scalars for all elements.
    return isTermed(whole->getType()) ? termed(whole) : part(whole, element);
  };
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    llvm::SmallVector<Termed, 3> arguments;
    for (Value *argument : call->args())
      arguments.push_back(operand(argument));
    if (const auto rule = numberRuleOf(*call))
      return {expandNumber(algebra_, *rule, arguments, result)};
    return expandIntrinsic(algebra_, call->getIntrinsicID(), arguments, result);
  }
  const Termed a = operand(instruction.getOperand(0));
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return {deriveCast(cast->getOpcode(), a, result)};
  if (instruction.getOpcode() == Instruction::FNeg) {
    const Termed bits = algebra_.bits(a);
    llvm::Type *type = bits.value->getType();
    const Termed sign = algebra_.number(type, 1ull << (widthOf(type) - 1));
    return {algebra_.binary(Instruction::Xor, bits, sign).term};
  }
  const Termed b = operand(instruction.getOperand(1));
  if (auto *compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return {algebra_.compare(compare->getPredicate(), a, b, result).term};
  const auto opcode = llvm::cast<llvm::BinaryOperator>(instruction).getOpcode();
  return {algebra_.binary(opcode, a, b, result).term};
}

/// As the machine does it. The optimiser may convert numbers that don't fit, where it knows that
/// nobody looks at the result; their terms must be right nevertheless.
static Value *truncated(llvm::IRBuilder<> &builder, Value *number, llvm::Type *type) {
  const int width = static_cast<int>(widthOf(type));
  llvm::Type *numbers = number->getType();
  Value *whole = builder.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, number);
  Value *fits = builder.CreateAnd(
      builder.CreateFCmpOGE(whole, llvm::ConstantFP::get(numbers, -std::ldexp(1.0, width - 1))),
      builder.CreateFCmpOLT(whole, llvm::ConstantFP::get(numbers, std::ldexp(1.0, width - 1))));
  Value *safe = builder.CreateSelect(fits, number, llvm::Constant::getNullValue(numbers));
  return builder.CreateSelect(
      fits, builder.CreateFPToSI(safe, type),
      llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(static_cast<unsigned>(width))));
}

Value *TermPropagation::deriveCast(Instruction::CastOps opcode, Termed a, Value *result) {
  llvm::Type *type = result->getType();
  if (isHalf(type))
    return narrowedToHalf(algebra_, a, result);
  if (isHalf(a.value->getType())) {
    const Termed wide = widenedHalf(algebra_, a);
    return type->isFloatTy() ? wide.term : algebra_.unary(PINCER_OP_FConvert, wide, result).term;
  }
  switch (opcode) {
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    return algebra_.unary(PINCER_OP_FConvert, a, result).term;
  case Instruction::SIToFP:
    return algebra_.unary(PINCER_OP_IntToF, a, result).term;
  case Instruction::UIToFP:
    return algebra_.unary(PINCER_OP_UIntToF, a, result).term;
  case Instruction::FPToSI:
  case Instruction::FPToUI: {
    const bool isSigned = opcode == Instruction::FPToSI;
    llvm::Type *wide = builder_.getIntNTy(widthOf(type) <= (isSigned ? 32u : 31u) ? 32 : 64);
    const Termed whole = algebra_.unary(PINCER_OP_FToInt, a, truncated(builder_, a.value, wide));
    return algebra_.resize(whole, type, isSigned, result).term;
  }
  default:
    return algebra_.resize(a, type, opcode == Instruction::SExt, result).term;
  }
}

TermPropagation::Terms TermPropagation::deriveSelect(llvm::SelectInst &select) {
  Terms made;
  const auto leaves = leavesOf(select.getType(), layout_);
  Value *condition = select.getCondition();
  for (unsigned leaf = 0; leaf < leaves.size(); ++leaf) {
    if (!leaves[leaf].isTermed()) {
      made.push_back(algebra_.noTerm());
      continue;
    }
    unsigned element = 0;
    if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(select.getType());
        vector && condition->getType()->isVectorTy())
      element = leaf / leafOfElement(vector, 1);
    made.push_back(algebra_
                       .choose(part(condition, element), part(select.getTrueValue(), leaf),
                               part(select.getFalseValue(), leaf),
                               leafValue(builder_, &select, leaf, layout_))
                       .term);
  }
  return made;
}

/// The same bits in other pieces.
TermPropagation::Terms TermPropagation::deriveBits(llvm::BitCastInst &cast) {
  Value *whole = cast.getOperand(0);
  const auto sources = leavesOf(whole->getType(), layout_);
  Terms made;
  unsigned source = 0, used = 0; // of the source at hand, bits
  for (const Leaf &leaf : leavesOf(cast.getType(), layout_)) {
    std::optional<Termed> sum;
    for (unsigned missing = widthOf(leaf.type); missing > 0;) {
      const unsigned width = widthOf(sources[source].type);
      const unsigned taken = std::min(missing, width - used);
      const Termed bits = algebra_.bits(part(whole, source));
      const Termed piece = taken == width ? bits : algebra_.extract(bits, used, taken);
      sum = sum ? algebra_.concat(piece, *sum) : piece;
      missing -= taken;
      used += taken;
      if (used == width) {
        ++source;
        used = 0;
      }
    }
    made.push_back(sum->term);
  }
  return made;
}

TermPropagation::Terms TermPropagation::deriveWide(Instruction &instruction) {
  const auto wide = [this](Value *value) -> Wide { return {part(value, 0), part(value, 1)}; };
  Value *first = instruction.getOperand(0);
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    const bool isSigned = cast->getOpcode() == Instruction::SExt;
    llvm::Type *word = builder_.getInt64Ty(), *type = cast->getType();
    const Termed low =
        isWide(first->getType()) ? part(first, 0) : algebra_.resize(termed(first), word, isSigned);
    if (!isWide(type))
      return {algebra_.resize(low, type, false).term};
    Termed high = algebra_.number(word, 0);
    if (isWide(first->getType()))
      high = part(first, 1);
    else if (isSigned)
      high = algebra_.binary(Instruction::AShr, low, algebra_.number(word, 63));
    llvm::Type *highType = leavesOf(type, layout_)[1].type;
    return {low.term, algebra_.resize(high, highType, isSigned).term};
  }
  const Wide a = wide(first), b = wide(instruction.getOperand(1));
  WideAlgebra algebra(algebra_, first->getType()->getIntegerBitWidth());
  if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    return {algebra.compare(compare->getPredicate(), a, b).term};
  const auto opcode = llvm::cast<llvm::BinaryOperator>(instruction).getOpcode();
  const Wide made = opcode == Instruction::UDiv   ? algebra.quotient(a, b.low)
                    : opcode == Instruction::URem ? algebra.rest(a, b.low)
                                                  : algebra.binary(opcode, a, b);
  return {made.low.term, made.high.term};
}

TermPropagation::Terms TermPropagation::deriveWideCall(llvm::IntrinsicInst &call) {
  llvm::SmallVector<Wide, 3> arguments;
  for (Value *argument : call.args())
    if (isWide(argument->getType())) // flags are not
      arguments.push_back({part(argument, 0), part(argument, 1)});
  const unsigned width = call.getArgOperand(0)->getType()->getIntegerBitWidth();
  return WideAlgebra(algebra_, width).intrinsic(call.getIntrinsicID(), arguments);
}

TermPropagation::Terms TermPropagation::deriveExtended(Instruction &instruction) {
  const auto number = [this](Value *value) -> ExtendedNumber {
    return {value, part(value, 0), part(value, 1)};
  };
  ExtendedAlgebra algebra(algebra_);
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    llvm::SmallVector<ExtendedNumber, 2> operands;
    for (Value *argument : call->args())
      if (isExtended(argument->getType()))
        operands.push_back(number(argument));
    const NumberRule rule = *numberRuleOf(*call);
    if (rule.kind != NumberRule::Kind::Class)
      return algebra.function(rule, operands, call);
    const auto classes = llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->getZExtValue();
    return {algebra.isOfClass(operands[0], static_cast<unsigned>(classes)).term};
  }
  Value *first = instruction.getOperand(0);
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return isExtended(first->getType()) ? algebra.cast(cast->getOpcode(), number(first), cast)
                                        : algebra.cast(cast->getOpcode(), termed(first), cast);
  if (llvm::isa<llvm::UnaryOperator>(instruction))
    return algebra.negation(number(first));
  const ExtendedNumber a = number(first), b = number(instruction.getOperand(1));
  if (auto *compare = llvm::dyn_cast<llvm::FCmpInst>(&instruction))
    return {algebra.compare(compare->getPredicate(), a, b).term};
  static_assert(PINCER_EXTENDED_REM - PINCER_EXTENDED_ADD == PINCER_OP_FRem - PINCER_OP_FAdd);
  const auto opcode = llvm::cast<llvm::BinaryOperator>(instruction).getOpcode();
  return algebra.operation(PINCER_EXTENDED_ADD + (ir::operationOf(opcode) - PINCER_OP_FAdd), a, b,
                           &instruction);
}

/// Element after element, in order.
Value *TermPropagation::deriveReduction(llvm::IntrinsicInst &call) {
  if (gathersSigns(call.getIntrinsicID()))
    return deriveSigns(call);
  const bool hasStart = call.arg_size() == 2; // of floating point
  Value *vector = call.getArgOperand(hasStart ? 1 : 0);
  Termed sum = hasStart ? termed(call.getArgOperand(0)) : part(vector, 0);
  for (unsigned i = hasStart ? 0 : 1; i < leafCount(vector); ++i)
    sum = reduceStep(algebra_, call.getIntrinsicID(), sum, part(vector, i));
  return sum.term;
}

Value *TermPropagation::deriveSigns(llvm::IntrinsicInst &call) {
  Value *vector = call.getArgOperand(0);
  llvm::Type *type = call.getType();
  Termed signs = algebra_.number(type, 0);
  for (unsigned i = 0; i < leafCount(vector); ++i) {
    const Termed bits = algebra_.bits(part(vector, i));
    const Termed sign = algebra_.extract(bits, widthOf(bits.value->getType()) - 1, 1);
    const Termed wide = algebra_.resize(sign, type, /*isSigned=*/false);
    signs = algebra_.binary(Instruction::Or, signs,
                            algebra_.binary(Instruction::Shl, wide, algebra_.number(type, i)));
  }
  return signs.term;
}

/// Instructions whose leaves are leaves of their operands.
TermPropagation::Terms TermPropagation::deriveMove(Instruction &instruction) {
  Terms made;
  const unsigned leaves = leafCount(&instruction);
  const auto copy = [&](Value *from, unsigned first, unsigned count) {
    for (unsigned leaf = first; leaf < first + count; ++leaf)
      made.push_back(leaf < leafCount(from) ? termOf(from, leaf) : algebra_.noTerm());
  };
  if (auto *part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    Value *whole = part->getAggregateOperand();
    copy(whole, leafAt(whole->getType(), part->getIndices(), layout_), leaves);
  } else if (auto *whole = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    Value *inserted = whole->getInsertedValueOperand();
    const unsigned first = leafAt(whole->getType(), whole->getIndices(), layout_);
    const unsigned end = first + leafCount(inserted);
    copy(whole->getAggregateOperand(), 0, first);
    copy(inserted, 0, end - first);
    copy(whole->getAggregateOperand(), end, leaves - end);
  } else if (auto *mixed = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    auto *source = llvm::cast<llvm::FixedVectorType>(mixed->getOperand(0)->getType());
    const unsigned perElement = leafOfElement(source, 1);
    for (const int element : mixed->getShuffleMask()) {
      const unsigned second = source->getNumElements();
      if (element < 0)
        made.append(perElement, algebra_.noTerm());
      else if (unsigned(element) < second)
        copy(mixed->getOperand(0), unsigned(element) * perElement, perElement);
      else
        copy(mixed->getOperand(1), (unsigned(element) - second) * perElement, perElement);
    }
  } else if (llvm::isa<llvm::InsertElementInst, llvm::ExtractElementInst>(instruction)) {
    return deriveElementMove(instruction);
  } else {
    copy(instruction.getOperand(0), 0, leaves); // freeze
  }
  return made;
}

/// The place in the vector may be known only in the run.
TermPropagation::Terms TermPropagation::deriveElementMove(Instruction &instruction) {
  Value *vector = instruction.getOperand(0);
  const bool inserts = llvm::isa<llvm::InsertElementInst>(instruction);
  Value *index = instruction.getOperand(inserts ? 2 : 1);
  auto *type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  const unsigned perElement = leafOfElement(type, 1);
  const auto pick = [&](unsigned element, Value *there, Value *elsewhere) {
    Value *isHere = builder_.CreateICmpEQ(index, llvm::ConstantInt::get(index->getType(), element));
    return builder_.CreateSelect(isHere, there, elsewhere);
  };
  Terms made(inserts ? leafCount(vector) : perElement, algebra_.noTerm());
  for (unsigned element = 0; element < type->getNumElements(); ++element)
    for (unsigned i = 0; i < perElement; ++i) {
      Value *old = termOf(vector, element * perElement + i);
      if (inserts)
        made[element * perElement + i] = pick(element, termOf(instruction.getOperand(1), i), old);
      else
        made[i] = pick(element, old, made[i]);
    }
  return made;
}

} // namespace instrument
