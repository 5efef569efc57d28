#include "proof/encoder.h"

#include <fmt/format.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

// Integers wrap, whatever flags say. Division by zero and shifts too far do not happen in
// normalised code; where they did, SMT-LIB's meaning would be one of many, so the result is
// anything.

namespace proof {

using llvm::Instruction;

Bits Encoder::resized(const Bits &bits, unsigned width, bool isSigned) {
  if (bits.width == width)
    return bits;
  if (bits.literal)
    return literal(isSigned ? bits.literal->sextOrTrunc(width) : bits.literal->zextOrTrunc(width));
  if (width < bits.width)
    return script.bits(width, fmt::format("((_ extract {} 0) {})", width - 1, bits.text));
  return script.bits(width, fmt::format("((_ {}_extend {}) {})", isSigned ? "sign" : "zero",
                                        width - bits.width, bits.text));
}

Bits Encoder::addition(const Bits &a, const Bits &b) {
  if (a.literal && b.literal)
    return literal(*a.literal + *b.literal);
  if (b.literal && b.literal->isZero())
    return a;
  return script.bits(a.width, fmt::format("(bvadd {} {})", a.text, b.text));
}

Bits Encoder::binary(unsigned opcode, const Bits &a, const Bits &b) {
  const char *name = nullptr;
  bool isDivision = false, isShift = false;
  switch (opcode) {
    // clang-format off
  case Instruction::Add: name = "bvadd"; break;
  case Instruction::Sub: name = "bvsub"; break;
  case Instruction::Mul: name = "bvmul"; break;
  case Instruction::And: name = "bvand"; break;
  case Instruction::Or: name = "bvor"; break;
  case Instruction::Xor: name = "bvxor"; break;
  case Instruction::UDiv: name = "bvudiv"; isDivision = true; break;
  case Instruction::SDiv: name = "bvsdiv"; isDivision = true; break;
  case Instruction::URem: name = "bvurem"; isDivision = true; break;
  case Instruction::SRem: name = "bvsrem"; isDivision = true; break;
  case Instruction::Shl: name = "bvshl"; isShift = true; break;
  case Instruction::LShr: name = "bvlshr"; isShift = true; break;
  case Instruction::AShr: name = "bvashr"; isShift = true; break;
  // clang-format on
  default:
    return script.anyBits(a.width);
  }
  if (a.literal && b.literal && !(isDivision && b.literal->isZero()) &&
      !(isShift && b.literal->uge(b.width))) {
    auto &context = prepared_.module->getContext();
    const llvm::Constant *folded =
        llvm::ConstantFoldBinaryOpOperands(opcode, llvm::ConstantInt::get(context, *a.literal),
                                           llvm::ConstantInt::get(context, *b.literal), layout_);
    if (const auto *number = llvm::dyn_cast_or_null<llvm::ConstantInt>(folded))
      return literal(number->getValue());
  }
  const std::string body = fmt::format("({} {} {})", name, a.text, b.text);
  if ((!isDivision && !isShift) ||
      (b.literal && (isDivision ? !b.literal->isZero() : b.literal->ult(b.width))))
    return script.bits(a.width, body);
  const std::string defined =
      isDivision ? fmt::format("(not (= {} {}))", b.text, literal(b.width, 0).text)
                 : fmt::format("(bvult {} {})", b.text, literal(b.width, b.width).text);
  return script.bits(a.width,
                     fmt::format("(ite {} {} {})", defined, body, script.anyBits(a.width).text));
}

Guard Encoder::compare(llvm::CmpInst::Predicate predicate, const Bits &a, const Bits &b) {
  using llvm::CmpInst;
  if (a.literal && b.literal)
    return llvm::ICmpInst::compare(*a.literal, *b.literal, predicate) ? "true" : "false";
  const char *name = nullptr;
  switch (predicate) {
    // clang-format off
  case CmpInst::ICMP_EQ: return script.equal(a, b);
  case CmpInst::ICMP_NE: return script.negation(script.equal(a, b));
  case CmpInst::ICMP_UGT: name = "bvugt"; break;
  case CmpInst::ICMP_UGE: name = "bvuge"; break;
  case CmpInst::ICMP_ULT: name = "bvult"; break;
  case CmpInst::ICMP_ULE: name = "bvule"; break;
  case CmpInst::ICMP_SGT: name = "bvsgt"; break;
  case CmpInst::ICMP_SGE: name = "bvsge"; break;
  case CmpInst::ICMP_SLT: name = "bvslt"; break;
  case CmpInst::ICMP_SLE: name = "bvsle"; break;
  // clang-format on
  default:
    return script.anything("Bool");
  }
  return script.guard(fmt::format("({} {} {})", name, a.text, b.text));
}

Bits Encoder::cast(const llvm::CastInst &cast, const Bits &operand) {
  const auto width = unsigned(layout_.getTypeSizeInBits(cast.getType()->getScalarType()));
  switch (cast.getOpcode()) {
  case Instruction::SExt:
    return resized(operand, width, true);
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return resized(operand, width, false);
  default:
    if (const auto made = floatCast(cast, operand))
      return *made;
    return script.anyBits(width);
  }
}

/// Where a pointer goes that a GEP moves.
Bits Encoder::step(const llvm::GEPOperator &step) {
  Bits address = value(step.getPointerOperand()).front();
  for (auto index = llvm::gep_type_begin(step); index != llvm::gep_type_end(step); ++index) {
    if (llvm::StructType *record = index.getStructTypeOrNull()) {
      const auto field = llvm::cast<llvm::ConstantInt>(index.getOperand())->getZExtValue();
      address = addition(
          address,
          literal(
              addressWidth_,
              layout_.getStructLayout(record)->getElementOffset(unsigned(field)).getFixedValue()));
      continue;
    }
    const auto size = index.getSequentialElementStride(layout_);
    if (size.isScalable()) {
      refuse("a value in it has a type that is not printed");
      return address;
    }
    const Bits count = resized(value(index.getOperand()).front(), addressWidth_, true);
    address = addition(
        address, binary(Instruction::Mul, count, literal(addressWidth_, size.getFixedValue())));
  }
  return address;
}

/// extractvalue, insertvalue, and their like for vectors where the place is known.
Leaves Encoder::aggregate(const Instruction &instruction) {
  const auto before = [&](llvm::Type *type, llvm::ArrayRef<unsigned> indices) {
    std::size_t leaves = 0;
    for (const unsigned index : indices) {
      auto *record = llvm::dyn_cast<llvm::StructType>(type);
      llvm::Type *element = record ? record->getElementType(index) : type->getContainedType(0);
      for (unsigned i = 0; i < index; ++i)
        leaves += leavesOf(record ? record->getElementType(i) : element).size();
      type = element;
    }
    return leaves;
  };
  if (const auto *extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    const Leaves whole = value(extract->getAggregateOperand());
    const auto start =
        whole.begin() +
        std::ptrdiff_t(before(extract->getAggregateOperand()->getType(), extract->getIndices()));
    return Leaves(start, start + std::ptrdiff_t(leavesOf(extract->getType()).size()));
  }
  if (const auto *insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    Leaves whole = value(insert->getAggregateOperand());
    const Leaves part = value(insert->getInsertedValueOperand());
    std::ranges::copy(part, whole.begin() +
                                std::ptrdiff_t(before(insert->getType(), insert->getIndices())));
    return whole;
  }
  if (const auto *extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    const Leaves whole = value(extract->getVectorOperand());
    if (const auto *at = llvm::dyn_cast<llvm::ConstantInt>(extract->getIndexOperand()))
      if (at->getValue().ult(whole.size()))
        return {whole[at->getZExtValue()]};
  }
  if (const auto *insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) {
    Leaves whole = value(insert->getOperand(0));
    if (const auto *at = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2)))
      if (at->getValue().ult(whole.size())) {
        whole[at->getZExtValue()] = value(insert->getOperand(1)).front();
        return whole;
      }
  }
  return anyValue(instruction.getType());
}

Leaves Encoder::operation(const Instruction &instruction) {
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return this->load(*load);
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (store->isAtomic())
      havoc();
    else
      this->store(store->getPointerOperand(), store->getValueOperand()->getType(),
                  value(store->getValueOperand()));
    return {};
  }
  if (const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    if (slot->isStaticAlloca())
      return {private_.contains(slot) ? literal(addressWidth_, 0) : addressOf(*slot)};
    havoc(); // memory that is new holds anything
    return anyValue(slot->getType());
  }
  if (llvm::isa<llvm::ExtractValueInst, llvm::InsertValueInst, llvm::ExtractElementInst,
                llvm::InsertElementInst>(instruction))
    return aggregate(instruction);
  if (instruction.mayWriteToMemory())
    havoc();
  else if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
           select && !select->getCondition()->getType()->isVectorTy()) {
    const Guard chosen = condition(select->getCondition());
    const Leaves then = value(select->getTrueValue()), otherwise = value(select->getFalseValue());
    Leaves leaves;
    for (std::size_t i = 0; i < then.size(); ++i)
      leaves.push_back(script.choose(chosen, then[i], otherwise[i]));
    return leaves;
  } else if (llvm::isa<llvm::FreezeInst>(instruction)) {
    return value(instruction.getOperand(0));
  } else if (const auto *step = llvm::dyn_cast<llvm::GEPOperator>(&instruction);
             step && step->getType()->isPointerTy()) {
    return {this->step(*step)};
  } else if (instruction.getType()->isIntOrPtrTy() || instruction.getType()->isFloatingPointTy()) {
    if (llvm::any_of(instruction.operand_values(),
                     [](const llvm::Value *v) { return v->getType()->isVectorTy(); }))
      return anyValue(instruction.getType());
    if (const auto *compared = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
      return {fromGuard(compare(compared->getPredicate(), value(compared->getOperand(0)).front(),
                                value(compared->getOperand(1)).front()))};
    if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
      return {this->cast(*cast, value(cast->getOperand(0)).front())};
    if (const auto made = floatOperation(instruction))
      return {*made};
    if (instruction.isBinaryOp() && instruction.getType()->isIntegerTy())
      return {binary(instruction.getOpcode(), value(instruction.getOperand(0)).front(),
                     value(instruction.getOperand(1)).front())};
  }
  return anyValue(instruction.getType());
}

} // namespace proof
