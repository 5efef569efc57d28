#include "instrument/symbolic/operations/extended.h"

#include "instrument/symbolic/types.h"

#include <llvm/IR/IntrinsicInst.h>

// A number is its significand (64 bits, the leading one among them) and 16 bits above that: sign
// and exponent. What only changes or tests the latter is arithmetic on it; all else is Extended.

namespace instrument {

using llvm::CmpInst;
using llvm::Instruction;
using llvm::Value;
using Kind = NumberRule::Kind;

namespace {

constexpr std::uint64_t signBit = 0x8000, exponentBits = 0x7fff, leadingOne = 1ull << 63;

bool isCast(const llvm::CastInst &cast) {
  const llvm::Type *other = isExtended(cast.getSrcTy()) ? cast.getDestTy() : cast.getSrcTy();
  switch (cast.getOpcode()) {
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    return other->isFloatTy() || other->isDoubleTy();
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return isTermed(other);
  case Instruction::FPToSI:
    return other->isIntegerTy(16) || other->isIntegerTy(32) || other->isIntegerTy(64);
  default:
    return false;
  }
}

bool isCall(const llvm::CallInst &call) {
  const auto rule = numberRuleOf(call);
  if (!rule || !ExtendedAlgebra::has(*rule))
    return false;
  if (rule->kind == Kind::Class)
    return isExtended(call.getArgOperand(0)->getType());
  return llvm::all_of(call.args(),
                      [](const llvm::Use &argument) { return isExtended(argument->getType()); });
}

} // namespace

bool isDerivedExtended(const Instruction &instruction) {
  const bool isOnExtended =
      instruction.getNumOperands() > 0 && isExtended(instruction.getOperand(0)->getType());
  if (!isOnExtended && !isExtended(instruction.getType()))
    return false;
  if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    return isCall(*call);
  if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return isCast(*cast);
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst>(instruction);
}

ExtendedAlgebra::ExtendedAlgebra(TermAlgebra &algebra)
    : algebra_(algebra), builder_(algebra.builder()) {}

Termed ExtendedAlgebra::highNumber(std::uint64_t value) {
  return algebra_.number(builder_.getInt16Ty(), value);
}

ExtendedNumber ExtendedAlgebra::nothing() {
  return {nullptr, algebra_.number(builder_.getInt64Ty(), 0), highNumber(0)};
}

/// One part of a result.
Termed ExtendedAlgebra::made(unsigned operation, ExtendedNumber a, ExtendedNumber b, Value *value) {
  return algebra_.ternary(PINCER_OP_Extended,
                          {a.significand, b.significand, algebra_.concat(a.high, b.high)}, value,
                          operation);
}

ExtendedAlgebra::Terms ExtendedAlgebra::operation(unsigned operation, ExtendedNumber a,
                                                  ExtendedNumber b, Value *result) {
  if (!isExtended(result->getType()))
    return {made(operation, a, b, result).term};
  const llvm::DataLayout &layout = builder_.GetInsertBlock()->getDataLayout();
  Terms terms;
  for (const unsigned leaf : {0u, 1u})
    terms.push_back(made(operation, a, b, leafValue(builder_, result, leaf, layout)).term);
  return terms;
}

ExtendedAlgebra::Terms ExtendedAlgebra::operation(unsigned operation, ExtendedNumber a,
                                                  Value *result) {
  return this->operation(operation, a, nothing(), result);
}

ExtendedAlgebra::Terms ExtendedAlgebra::negation(ExtendedNumber a) {
  return {a.significand.term, algebra_.binary(Instruction::Xor, a.high, highNumber(signBit)).term};
}

Termed ExtendedAlgebra::compare(CmpInst::Predicate predicate, ExtendedNumber a, ExtendedNumber b) {
  if (predicate == CmpInst::FCMP_UEQ || predicate == CmpInst::FCMP_ONE) {
    const bool isEqual = predicate == CmpInst::FCMP_UEQ;
    return algebra_.binary(Instruction::Or,
                           compare(isEqual ? CmpInst::FCMP_OEQ : CmpInst::FCMP_OLT, a, b),
                           compare(isEqual ? CmpInst::FCMP_UNO : CmpInst::FCMP_OGT, a, b));
  }
  Value *value = builder_.CreateFCmp(predicate, a.value, b.value);
  if (predicate == CmpInst::FCMP_FALSE || predicate == CmpInst::FCMP_TRUE)
    return algebra_.concrete(value);
  const ir::Comparison comparison = ir::comparisonOf(predicate);
  if (comparison.swapped)
    std::swap(a, b);
  const unsigned operation = PINCER_EXTENDED_EQUAL + (comparison.operation - PINCER_OP_FEqual);
  if (!comparison.negated)
    return made(operation, a, b, value);
  return algebra_.negate(made(operation, a, b, builder_.CreateNot(value)));
}

ExtendedAlgebra::Terms ExtendedAlgebra::cast(Instruction::CastOps opcode, Termed a, Value *result) {
  const auto from = [&](unsigned operation, Termed word) {
    return this->operation(operation, {nullptr, word, highNumber(0)}, result);
  };
  llvm::Type *word = builder_.getInt64Ty();
  if (opcode == Instruction::SIToFP)
    return from(PINCER_EXTENDED_FROM_INT, algebra_.resize(a, word, /*isSigned=*/true));
  if (opcode == Instruction::UIToFP)
    return from(PINCER_EXTENDED_FROM_UINT, algebra_.resize(a, word, /*isSigned=*/false));
  if (a.value->getType()->isFloatTy())
    a = algebra_.unary(PINCER_OP_FConvert, a,
                       builder_.CreateFPExt(a.value, builder_.getDoubleTy()));
  return from(PINCER_EXTENDED_FROM_DOUBLE, algebra_.bits(a));
}

ExtendedAlgebra::Terms ExtendedAlgebra::cast(Instruction::CastOps opcode, ExtendedNumber a,
                                             Value *result) {
  return operation(
      opcode == Instruction::FPToSI ? PINCER_EXTENDED_TO_INT : PINCER_EXTENDED_TO_FLOAT, a, result);
}

// Functions

bool ExtendedAlgebra::has(NumberRule rule) {
  switch (rule.kind) {
  case Kind::Round:
  case Kind::RoundInt:
  case Kind::SquareRoot:
  case Kind::Remainder:
  case Kind::Absolute:
  case Kind::CopySign:
  case Kind::MinNumber:
  case Kind::MaxNumber:
  case Kind::Class:
  case Kind::Apply:
    return true;
  default:
    return false;
  }
}

ExtendedAlgebra::Terms ExtendedAlgebra::choice(Termed condition, ExtendedNumber a,
                                               ExtendedNumber b) {
  return {algebra_.choose(condition, a.significand, b.significand).term,
          algebra_.choose(condition, a.high, b.high).term};
}

/// Of equal numbers (the two zeros are) fminl takes the first, fmaxl the second.
ExtendedAlgebra::Terms ExtendedAlgebra::lesser(bool least, ExtendedNumber a, ExtendedNumber b) {
  const auto before = least ? CmpInst::FCMP_OLT : CmpInst::FCMP_OGT;
  const Termed firstIsNan = compare(CmpInst::FCMP_UNO, a, a);
  if (least) // a NaN as the second is not less
    return choice(algebra_.binary(Instruction::Or, firstIsNan, compare(before, b, a)), b, a);
  const Termed secondIsNan = compare(CmpInst::FCMP_UNO, b, b);
  const Termed isFirst = both(compare(before, a, b), algebra_.negate(firstIsNan));
  return choice(algebra_.binary(Instruction::Or, secondIsNan, isFirst), a, b);
}

Termed ExtendedAlgebra::both(Termed a, Termed b) { return algebra_.binary(Instruction::And, a, b); }

ExtendedAlgebra::Terms
ExtendedAlgebra::function(NumberRule rule, llvm::ArrayRef<ExtendedNumber> operands, Value *result) {
  const ExtendedNumber a = operands[0], b = operands.size() > 1 ? operands[1] : nothing();
  switch (rule.kind) {
  case Kind::Round:
    return operation(PINCER_EXTENDED_ROUND + rule.detail, a, result);
  case Kind::SquareRoot:
    return operation(PINCER_EXTENDED_SQRT, a, result);
  case Kind::Remainder:
    return operation(PINCER_EXTENDED_REM, a, b, result);
  case Kind::Apply:
    return operation(PINCER_EXTENDED_APPLY + rule.detail, a, b, result);
  case Kind::RoundInt: {
    Value *value = builder_.CreateUnaryIntrinsic(
        rule.detail == PINCER_ROUND_AWAY ? llvm::Intrinsic::round : llvm::Intrinsic::rint, a.value);
    const Terms terms = operation(PINCER_EXTENDED_ROUND + rule.detail, a, value);
    const llvm::DataLayout &layout = builder_.GetInsertBlock()->getDataLayout();
    const auto leaf = [&](unsigned i) {
      return Termed{leafValue(builder_, value, i, layout), terms[i]};
    };
    return operation(PINCER_EXTENDED_TO_INT, {value, leaf(0), leaf(1)}, result);
  }
  case Kind::Absolute:
    return {a.significand.term,
            algebra_.binary(Instruction::And, a.high, highNumber(exponentBits)).term};
  case Kind::CopySign: {
    const Termed size = algebra_.binary(Instruction::And, a.high, highNumber(exponentBits));
    const Termed sign = algebra_.binary(Instruction::And, b.high, highNumber(signBit));
    return {a.significand.term, algebra_.binary(Instruction::Or, size, sign).term};
  }
  case Kind::MinNumber:
  case Kind::MaxNumber:
    return lesser(rule.kind == Kind::MinNumber, a, b);
  default:
    llvm_unreachable("has says more than is known here");
  }
}

Termed ExtendedAlgebra::isOfClass(ExtendedNumber a, unsigned classes) {
  const auto isHigh = [&](std::uint64_t value, Termed high) {
    return algebra_.compare(CmpInst::ICMP_EQ, high, highNumber(value));
  };
  const auto isSignificand = [&](std::uint64_t value) {
    return algebra_.compare(CmpInst::ICMP_EQ, a.significand,
                            algebra_.number(builder_.getInt64Ty(), value));
  };
  const Termed exponent = algebra_.binary(Instruction::And, a.high, highNumber(exponentBits));
  const Termed isNegative = algebra_.compare(CmpInst::ICMP_UGE, a.high, highNumber(signBit));
  const Termed isNan = compare(CmpInst::FCMP_UNO, a, a);
  const Termed isNumber = algebra_.negate(isNan);
  const Termed isQuiet =
      algebra_.compare(CmpInst::ICMP_UGE, a.significand,
                       algebra_.number(builder_.getInt64Ty(), leadingOne | leadingOne >> 1));
  const Termed isSmall = isHigh(0, exponent), isZero = both(isSmall, isSignificand(0));
  const Termed isInfinite = both(isHigh(exponentBits, exponent), isSignificand(leadingOne));
  Termed any = algebra_.number(builder_.getInt1Ty(), 0);
  const auto add = [&](unsigned which, Termed test) {
    if (classes & which)
      any = algebra_.binary(Instruction::Or, any, test);
  };
  const auto addBySign = [&](unsigned minus, unsigned plus, Termed test) {
    if ((classes & minus) && (classes & plus))
      return add(minus, test);
    add(minus, both(test, isNegative));
    add(plus, both(test, algebra_.negate(isNegative)));
  };
  add(llvm::fcSNan, both(isNan, algebra_.negate(isQuiet)));
  add(llvm::fcQNan, both(isNan, isQuiet));
  addBySign(llvm::fcNegInf, llvm::fcPosInf, isInfinite);
  addBySign(llvm::fcNegNormal, llvm::fcPosNormal,
            both(both(isNumber, algebra_.negate(isInfinite)), algebra_.negate(isSmall)));
  addBySign(llvm::fcNegSubnormal, llvm::fcPosSubnormal, both(isSmall, algebra_.negate(isZero)));
  addBySign(llvm::fcNegZero, llvm::fcPosZero, isZero);
  return any;
}

} // namespace instrument
