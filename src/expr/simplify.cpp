#include "expr/simplify.h"

#include "expr/rules.h"

// What comes out of the rules, beside smaller terms:
//   - a constant is the second operand of a commutative operation; x - k is x + -k
//   - `and` with a run of ones and shifts to the right by a constant are Extract, ZeroExtend and
//     Concat, so that bytes taken apart and put together again meet; Shl by a constant is Concat if
//     no bit is lost
//   - a <= k and k <= a are a < k + 1 and k - 1 < a; a comparison with the first or last number is
//     an equality
//   - a condition is negated by Xor 1, and comparisons other than Equal have no Xor around them
//   - of width 1, Add, Sub, Mul, Choose and comparisons are And, Or and Xor

namespace expr {

namespace {

/// All operands are constants.
TermId folded(Pool &pool, const Term &term) {
  Bits operands[3];
  const TermId ids[] = {term.a, term.b, term.c};
  for (unsigned i = 0; i < operandCount(term.operation); ++i) {
    const Term &operand = pool[ids[i]];
    if (operand.operation != Operation::Constant)
      return {};
    operands[i] = {operand.value, operand.width};
  }
  return pool.constant(term.width, apply(term.operation, term.width, term.extra, operands[0],
                                         operands[1], operands[2]));
}

bool isChoiceOfConstants(const Pool &pool, TermId id) { return pool.constantLeaves(id) > 1; }

/// A truth value as a number is a choice of 1 and 0.
Term asChoice(Pool &pool, TermId id) {
  Term term = pool[id];
  if (term.operation == Operation::ZeroExtend) {
    term.operation = Operation::Choose;
    term.b = pool.constant(term.width, 1);
    term.c = pool.constant(term.width, 0);
  }
  return term;
}

/// op(c ? k1 : k2, k) is c ? op(k1, k) : op(k2, k), and both are constants, or choices of constants
/// again: a table that was read from becomes a table of results, in which more entries are the
/// same.
TermId movedIntoChoice(Pool &pool, const Term &term) {
  const unsigned operands = operandCount(term.operation);
  if (operands > 2)
    return {};
  const bool first = isChoiceOfConstants(pool, term.a);
  const bool second = operands == 2 && isChoiceOfConstants(pool, term.b);
  if (first == second || (operands == 2 && !pool.isConstant(first ? term.b : term.a)))
    return {};
  const Term choice = asChoice(pool, first ? term.a : term.b);
  const auto with = [&](TermId constant) {
    return pool.make(term.operation, term.width, first ? constant : term.a,
                     second ? constant : term.b, {}, term.extra);
  };
  const TermId yes = with(choice.b), no = with(choice.c);
  return pool.make(Operation::Choose, term.width, choice.a, yes, no);
}

TermId byOperation(Maker make, const Term &term) {
  switch (term.operation) {
  case Operation::Constant:
  case Operation::Input:
    return {};
  case Operation::Add:
    return simplifyAdd(make, term);
  case Operation::Sub:
    return simplifySub(make, term);
  case Operation::Mul:
    return simplifyMul(make, term);
  case Operation::UDiv:
  case Operation::SDiv:
  case Operation::URem:
  case Operation::SRem:
    return simplifyDivision(make, term);
  case Operation::And:
    return simplifyAnd(make, term);
  case Operation::Or:
    return simplifyOr(make, term);
  case Operation::Xor:
    return simplifyXor(make, term);
  case Operation::Shl:
  case Operation::LShr:
  case Operation::AShr:
    return simplifyShift(make, term);
  case Operation::Equal:
    return simplifyEqual(make, term);
  case Operation::ULess:
  case Operation::ULessEqual:
  case Operation::SLess:
  case Operation::SLessEqual:
    return simplifyOrder(make, term);
  case Operation::Choose:
    return simplifyChoose(make, term);
  case Operation::ZeroExtend:
  case Operation::SignExtend:
    return simplifyExtension(make, term);
  case Operation::Extract:
    return simplifyExtract(make, term);
  case Operation::Concat:
    return simplifyConcat(make, term);
  case Operation::FEqual:
  case Operation::FLess:
  case Operation::FLessEqual:
  case Operation::FUnordered:
    return simplifyNumberComparison(make, term);
  case Operation::FAdd:
  case Operation::FSub:
  case Operation::FMul:
  case Operation::FDiv:
    return simplifyNumberArithmetic(make, term);
  case Operation::FRound:
  case Operation::FToInt:
  case Operation::IntToF:
  case Operation::UIntToF:
  case Operation::FConvert:
    return simplifyConversion(make, term);
  case Operation::FRem:
  case Operation::FMulAdd:
  case Operation::FSqrt:
  case Operation::Apply:
  case Operation::Call:
    return {};
  case Operation::Extended:
    return simplifyExtended(make, term);
  case Operation::MulHigh:
    return simplifyMulHigh(make, term);
  case Operation::WideDiv:
  case Operation::WideRem:
    return simplifyWideDivision(make, term);
  }
  return {};
}

} // namespace

TermId simplify(Pool &pool, const Term &term) {
  if (term.operation == Operation::Call) // what it gives is not for us to say
    return {};
  if (const TermId constant = folded(pool, term))
    return constant;
  const KnownBits known = knownBits(pool, term);
  if ((known.zeros | known.ones) == maskOf(term.width))
    return pool.constant(term.width, known.ones);
  if (const TermId choice = movedIntoChoice(pool, term))
    return choice;
  return byOperation(Maker(pool), term);
}

bool Maker::areComplements(TermId a, TermId b) const {
  const auto isNot = [&](TermId inverted, TermId plain) {
    const Term term = at(inverted);
    return term.operation == Operation::Xor && term.a == plain && isConstant(term.b, ~0ull);
  };
  return isNot(a, b) || isNot(b, a);
}

TermId Maker::zeroExtend(TermId a, unsigned width) {
  return widthOf(a) == width ? a : pool_.make(Operation::ZeroExtend, width, a);
}

TermId Maker::signExtend(TermId a, unsigned width) {
  return widthOf(a) == width ? a : pool_.make(Operation::SignExtend, width, a);
}

TermId Maker::extract(TermId a, unsigned low, unsigned width) {
  return widthOf(a) == width ? a : pool_.make(Operation::Extract, width, a, {}, {}, low);
}

} // namespace expr
