#include "merged/algebra.h"

#include "ir/operations.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace merged {

using expr::Operation;
using expr::TermId;
using llvm::Instruction;

unsigned widthOf(const llvm::Type *type) {
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
    return type->getIntegerBitWidth();
  return type->isPointerTy() || type->isDoubleTy() ? 64 : type->isFloatTy() ? 32 : 0;
}

std::optional<unsigned> scalarCount(const llvm::Type *type) {
  if (widthOf(type))
    return 1;
  const auto *record = llvm::dyn_cast<llvm::StructType>(type);
  if (!record)
    return std::nullopt;
  unsigned count = 0;
  for (const llvm::Type *element : record->elements()) {
    const auto inside = scalarCount(element);
    if (!inside)
      return std::nullopt;
    count += *inside;
  }
  return count;
}

TermId Algebra::scalarOf(const llvm::Value *value, const Operands &valueOf) {
  const Scalars scalars = valueOf(value);
  return scalars.size() == 1 ? scalars[0] : TermId();
}

TermId Algebra::offsetOf(const llvm::GEPOperator &place, const Operands &valueOf) {
  TermId offset = pool_.constant(64, 0);
  const auto add = [&](TermId more) { offset = pool_.make(Operation::Add, 64, offset, more); };
  for (auto step = llvm::gep_type_begin(place); step != llvm::gep_type_end(place); ++step) {
    if (llvm::StructType *record = step.getStructTypeOrNull()) {
      const auto field = llvm::cast<llvm::ConstantInt>(step.getOperand())->getZExtValue();
      add(pool_.constant(64, layout_.getStructLayout(record)->getElementOffset(field)));
      continue;
    }
    TermId index = scalarOf(step.getOperand(), valueOf);
    if (!index)
      return {};
    if (pool_[index].width < 64)
      index = pool_.make(Operation::SignExtend, 64, index);
    add(pool_.make(Operation::Mul, 64, index,
                   pool_.constant(64, step.getSequentialElementStride(layout_))));
  }
  return offset;
}

TermId Algebra::compared(llvm::CmpInst::Predicate predicate, TermId a, TermId b) {
  using llvm::CmpInst;
  switch (predicate) {
  case CmpInst::FCMP_TRUE:
  case CmpInst::FCMP_FALSE:
    return pool_.boolean(predicate == CmpInst::FCMP_TRUE);
  case CmpInst::FCMP_UEQ:
    return pool_.disjunction(compared(CmpInst::FCMP_UNO, a, b), compared(CmpInst::FCMP_OEQ, a, b));
  case CmpInst::FCMP_ONE:
    return pool_.conjunction(compared(CmpInst::FCMP_ORD, a, b), compared(CmpInst::FCMP_UNE, a, b));
  default:
    break;
  }
  const ir::Comparison comparison = ir::comparisonOf(predicate);
  const auto operation = static_cast<Operation>(comparison.operation);
  const TermId term =
      comparison.swapped ? pool_.make(operation, 1, b, a) : pool_.make(operation, 1, a, b);
  return comparison.negated ? pool_.negation(term) : term;
}

TermId Algebra::cast(const llvm::CastInst &instruction, TermId from) {
  const unsigned to = widthOf(instruction.getType()), width = pool_[from].width;
  if (!to || !widthOf(instruction.getSrcTy()))
    return {};
  switch (instruction.getOpcode()) {
  case Instruction::Trunc:
    return pool_.make(Operation::Extract, to, from);
  case Instruction::ZExt:
    return pool_.make(Operation::ZeroExtend, to, from);
  case Instruction::SExt:
    return pool_.make(Operation::SignExtend, to, from);
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return to == width  ? from
           : to < width ? pool_.make(Operation::Extract, to, from)
                        : pool_.make(Operation::ZeroExtend, to, from);
  case Instruction::BitCast:
    return from;
  case Instruction::FPTrunc:
  case Instruction::FPExt:
    return pool_.make(Operation::FConvert, to, from);
  case Instruction::SIToFP:
    return pool_.make(Operation::IntToF, to, from);
  case Instruction::UIToFP:
    return pool_.make(Operation::UIntToF, to, from);
  case Instruction::FPToSI:
    return to == 32 || to == 64 ? pool_.make(Operation::FToInt, to, from) : TermId();
  default:
    return {};
  }
}

Scalars Algebra::computed(const Instruction &instruction, const Operands &valueOf) {
  const auto operand = [&](unsigned i) { return scalarOf(instruction.getOperand(i), valueOf); };
  const unsigned width = widthOf(instruction.getType());
  if (const auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    const TermId a = operand(0), b = operand(1);
    if (!width || !a || !b)
      return {};
    return {pool_.make(static_cast<Operation>(ir::operationOf(binary->getOpcode())), width, a, b)};
  }
  if (const auto *compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    const TermId a = operand(0), b = operand(1);
    return a && b ? Scalars{compared(compare->getPredicate(), a, b)} : Scalars();
  }
  if (const auto *conversion = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    const TermId from = operand(0);
    const TermId to = from ? cast(*conversion, from) : TermId();
    return to ? Scalars{to} : Scalars();
  }
  if (const auto *place = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    const TermId base = operand(0);
    const TermId offset =
        base ? offsetOf(*llvm::cast<llvm::GEPOperator>(place), valueOf) : TermId();
    return offset ? Scalars{pool_.make(Operation::Add, 64, base, offset)} : Scalars();
  }
  if (llvm::isa<llvm::SelectInst>(instruction)) {
    const TermId condition = operand(0);
    Scalars a = valueOf(instruction.getOperand(1));
    const Scalars b = valueOf(instruction.getOperand(2));
    if (!condition || a.size() != b.size())
      return {};
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] = pool_.make(Operation::Choose, pool_[a[i]].width, condition, a[i], b[i]);
    return a;
  }
  if (instruction.getOpcode() == Instruction::FNeg && width)
    if (const TermId a = operand(0))
      return {pool_.make(Operation::Xor, width, a, pool_.constant(width, expr::signBitOf(width)))};
  if (instruction.getOpcode() == Instruction::Freeze)
    return valueOf(instruction.getOperand(0));
  const auto range = [&](llvm::ArrayRef<unsigned> indices, const llvm::Type *type) {
    unsigned first = 0;
    for (const unsigned index : indices) {
      for (unsigned i = 0; i < index; ++i)
        first += scalarCount(type->getStructElementType(i)).value_or(0);
      type = type->getStructElementType(index);
    }
    return std::pair(first, scalarCount(type).value_or(0));
  };
  if (const auto *part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    const Scalars whole = valueOf(part->getAggregateOperand());
    if (!scalarCount(part->getAggregateOperand()->getType()) || whole.empty())
      return {};
    const auto [first, count] = range(part->getIndices(), part->getAggregateOperand()->getType());
    return {whole.begin() + first, whole.begin() + first + count};
  }
  if (const auto *part = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    Scalars whole = valueOf(part->getAggregateOperand());
    const Scalars value = valueOf(part->getInsertedValueOperand());
    if (!scalarCount(part->getType()) || whole.empty() || value.empty())
      return {};
    const auto [first, count] = range(part->getIndices(), part->getType());
    std::copy_n(value.begin(), std::min<std::size_t>(count, value.size()), whole.begin() + first);
    return whole;
  }
  return {};
}

std::optional<Scalars> Algebra::overflowing(llvm::Intrinsic::ID id, TermId a, TermId b) {
  const unsigned width = pool_[a].width;
  const auto make = [&](Operation operation, TermId x, TermId y) {
    return pool_.make(operation, width, x, y);
  };
  const auto isNegative = [&](TermId x) {
    return pool_.make(Operation::SLess, 1, x, pool_.constant(width, 0));
  };
  const auto both = [&](TermId x, TermId y) { return isNegative(make(Operation::And, x, y)); };
  switch (id) {
  case llvm::Intrinsic::sadd_with_overflow: {
    const TermId sum = make(Operation::Add, a, b);
    return Scalars{sum, both(make(Operation::Xor, a, sum), make(Operation::Xor, b, sum))};
  }
  case llvm::Intrinsic::uadd_with_overflow: {
    const TermId sum = make(Operation::Add, a, b);
    return Scalars{sum, pool_.make(Operation::ULess, 1, sum, a)};
  }
  case llvm::Intrinsic::ssub_with_overflow: {
    const TermId rest = make(Operation::Sub, a, b);
    return Scalars{rest, both(make(Operation::Xor, a, b), make(Operation::Xor, a, rest))};
  }
  case llvm::Intrinsic::usub_with_overflow:
    return Scalars{make(Operation::Sub, a, b), pool_.make(Operation::ULess, 1, a, b)};
  case llvm::Intrinsic::smul_with_overflow:
  case llvm::Intrinsic::umul_with_overflow: {
    const TermId product = make(Operation::Mul, a, b);
    const bool isSigned = id == llvm::Intrinsic::smul_with_overflow;
    if (width > 32 && isSigned)
      return Scalars{product, TermId()};
    if (width > 32)
      return Scalars{product, pool_.negation(pool_.equal(make(Operation::MulHigh, a, b),
                                                         pool_.constant(width, 0)))};
    const auto wide = [&](TermId x) {
      return pool_.make(isSigned ? Operation::SignExtend : Operation::ZeroExtend, 64, x);
    };
    const TermId exact = pool_.make(Operation::Mul, 64, wide(a), wide(b));
    return Scalars{product, pool_.negation(pool_.equal(exact, wide(product)))};
  }
  default:
    return std::nullopt;
  }
}

/// None: it is not known here.
std::optional<Scalars> Algebra::intrinsic(const llvm::CallBase &call, const Operands &valueOf) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  const unsigned width = widthOf(call.getType());
  const TermId a = call.arg_size() > 0 ? scalarOf(call.getArgOperand(0), valueOf) : TermId();
  const TermId b = call.arg_size() > 1 ? scalarOf(call.getArgOperand(1), valueOf) : TermId();
  const TermId c = call.arg_size() > 2 ? scalarOf(call.getArgOperand(2), valueOf) : TermId();
  if (!a)
    return std::nullopt;
  if (b)
    if (auto both = overflowing(id, a, b))
      return both;
  if (!width)
    return std::nullopt;
  const auto choose = [&](TermId condition, TermId x, TermId y) {
    return Scalars{pool_.make(Operation::Choose, width, condition, x, y)};
  };
  const auto zero = pool_.constant(width, 0);
  using llvm::CmpInst;
  switch (id) {
  case llvm::Intrinsic::expect:
    return Scalars{a};
  case llvm::Intrinsic::abs:
    return choose(compared(CmpInst::ICMP_SLT, a, zero), pool_.make(Operation::Sub, width, zero, a),
                  a);
  case llvm::Intrinsic::smax:
    return choose(compared(CmpInst::ICMP_SGT, a, b), a, b);
  case llvm::Intrinsic::smin:
    return choose(compared(CmpInst::ICMP_SLT, a, b), a, b);
  case llvm::Intrinsic::umax:
    return choose(compared(CmpInst::ICMP_UGT, a, b), a, b);
  case llvm::Intrinsic::umin:
    return choose(compared(CmpInst::ICMP_ULT, a, b), a, b);
  case llvm::Intrinsic::fabs:
    return Scalars{
        pool_.make(Operation::And, width, a, pool_.constant(width, expr::signBitOf(width) - 1))};
  case llvm::Intrinsic::sqrt:
    return Scalars{pool_.make(Operation::FSqrt, width, a)};
  case llvm::Intrinsic::fmuladd:
  case llvm::Intrinsic::fma:
    return Scalars{pool_.make(Operation::FMulAdd, width, a, b, c)};
  case llvm::Intrinsic::bswap: {
    TermId all = pool_.make(Operation::Extract, 8, a);
    for (unsigned i = 1; i < width / 8; ++i)
      all = pool_.make(Operation::Concat, 8 * (i + 1), all,
                       pool_.make(Operation::Extract, 8, a, {}, {}, 8 * i));
    return Scalars{all};
  }
  case llvm::Intrinsic::ctpop: {
    TermId sum = zero;
    for (unsigned i = 0; i < width; ++i) {
      const TermId bit = pool_.make(Operation::Extract, 1, a, {}, {}, i);
      sum = pool_.make(Operation::Add, width, sum,
                       width == 1 ? bit : pool_.make(Operation::ZeroExtend, width, bit));
    }
    return Scalars{sum};
  }
  default:
    return std::nullopt;
  }
}

} // namespace merged
