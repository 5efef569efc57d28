#include "instrument/symbolic/memory/atomics.h"

#include "instrument/symbolic/legalise/half.h"

namespace instrument {
namespace {

using llvm::AtomicRMWInst;
using llvm::CmpInst;
using llvm::Instruction;

/// Whichever comes first by this order; the old value, if they are equal.
Termed first(TermAlgebra &algebra, CmpInst::Predicate predicate, Termed before, Termed change) {
  return algebra.choose(algebra.compare(predicate, before, change), before, change);
}

/// One more, from `change` on zero again.
Termed increment(TermAlgebra &algebra, Termed before, Termed change) {
  llvm::Type *type = before.value->getType();
  return algebra.choose(algebra.compare(CmpInst::ICMP_UGE, before, change), algebra.number(type, 0),
                        algebra.binary(Instruction::Add, before, algebra.number(type, 1)));
}

/// One less, from zero or from above `change` on `change`.
Termed decrement(TermAlgebra &algebra, Termed before, Termed change) {
  llvm::Type *type = before.value->getType();
  const Termed wraps = algebra.binary(
      Instruction::Or, algebra.compare(CmpInst::ICMP_EQ, before, algebra.number(type, 0)),
      algebra.compare(CmpInst::ICMP_UGT, before, change));
  return algebra.choose(wraps, change,
                        algebra.binary(Instruction::Sub, before, algebra.number(type, 1)));
}

} // namespace

std::optional<Termed> atomicUpdate(TermAlgebra &algebra, AtomicRMWInst::BinOp operation,
                                   Termed before, Termed change) {
  if (AtomicRMWInst::isFPOperation(operation) && isHalf(before.value->getType()))
    return {};
  switch (operation) {
  case AtomicRMWInst::Xchg:
    return change;
  case AtomicRMWInst::Add:
    return algebra.binary(Instruction::Add, before, change);
  case AtomicRMWInst::Sub:
    return algebra.binary(Instruction::Sub, before, change);
  case AtomicRMWInst::And:
    return algebra.binary(Instruction::And, before, change);
  case AtomicRMWInst::Or:
    return algebra.binary(Instruction::Or, before, change);
  case AtomicRMWInst::Xor:
    return algebra.binary(Instruction::Xor, before, change);
  case AtomicRMWInst::Nand: {
    const Termed both = algebra.binary(Instruction::And, before, change);
    return algebra.binary(Instruction::Xor, both, algebra.number(both.value->getType(), ~0ull));
  }
  case AtomicRMWInst::Max:
    return first(algebra, CmpInst::ICMP_SGE, before, change);
  case AtomicRMWInst::Min:
    return first(algebra, CmpInst::ICMP_SLE, before, change);
  case AtomicRMWInst::UMax:
    return first(algebra, CmpInst::ICMP_UGE, before, change);
  case AtomicRMWInst::UMin:
    return first(algebra, CmpInst::ICMP_ULE, before, change);
  case AtomicRMWInst::FAdd:
    return algebra.binary(Instruction::FAdd, before, change);
  case AtomicRMWInst::FSub:
    return algebra.binary(Instruction::FSub, before, change);
  case AtomicRMWInst::UIncWrap:
    return increment(algebra, before, change);
  case AtomicRMWInst::UDecWrap:
    return decrement(algebra, before, change);
  default:
    return {};
  }
}

} // namespace instrument
