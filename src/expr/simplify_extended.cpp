#include "expr/extended.h"
#include "expr/rules.h"

#include <bit>
#include <cmath>

// Long doubles that are doubles as well (extended, or constants) are compared as doubles, which all
// layers of the solver know; and what is only extended and cut back is what it was.

namespace expr {

namespace {

bool is(const Term &term, unsigned extra) {
  return term.operation == Operation::Extended && term.extra == extra;
}

/// One of the two operands: its significand, and what is above that.
struct Operand {
  TermId significand, high;
};

Operand operandOf(Maker &make, const Term &term, bool first) {
  return {first ? term.a : term.b, make.extract(term.c, first ? 16 : 0, 16)};
}

/// The word that this long double is the extension of; none: it is none of this kind.
TermId extendedWord(Maker &make, const Operand &operand, unsigned extra) {
  const Term low = make.at(operand.significand), high = make.at(operand.high);
  const bool isOne =
      is(low, extra) && is(high, extra) && low.a == high.a && low.b == high.b && low.c == high.c;
  return isOne ? low.a : TermId();
}

/// The double that it is; none: it may be none.
TermId asDouble(Maker &make, const Operand &operand) {
  if (const TermId word = extendedWord(make, operand, PINCER_EXTENDED_FROM_DOUBLE))
    return word;
  for (const unsigned extra : {PINCER_EXTENDED_FROM_INT + 0u, PINCER_EXTENDED_FROM_UINT + 0u})
    if (const TermId word = extendedWord(make, operand, extra)) {
      // Integers of at most 53 bits are doubles.
      const Term extension = make.at(word);
      const bool isSigned = extension.operation == Operation::SignExtend;
      if ((extension.operation != Operation::ZeroExtend &&
           (!isSigned || extra == PINCER_EXTENDED_FROM_UINT)) ||
          make.widthOf(extension.a) > 53)
        return {};
      return make.convert(isSigned ? Operation::IntToF : Operation::UIntToF, extension.a, 64);
    }
  if (!make.isConstant(operand.significand) || !make.isConstant(operand.high))
    return {};
  const long double value =
      extendedNumber(make.valueOf(operand.significand), make.valueOf(operand.high));
  const auto narrow = static_cast<double>(value);
  if (std::isnan(value) || static_cast<long double>(narrow) != value)
    return {};
  return make.constant(64, std::bit_cast<std::uint64_t>(narrow));
}

TermId simplifyComparison(Maker &make, const Term &term) {
  const Operand first = operandOf(make, term, true), second = operandOf(make, term, false);
  const TermId a = asDouble(make, first);
  const TermId b = a ? asDouble(make, second) : TermId();
  if (!b)
    return {};
  const auto operation =
      static_cast<Operation>(PINCER_OP_FEqual + (term.extra - PINCER_EXTENDED_EQUAL));
  return make.binary(operation, a, b);
}

} // namespace

TermId simplifyExtended(Maker make, const Term &term) {
  if (isExtendedComparison(term.extra))
    return simplifyComparison(make, term);
  if (term.extra == PINCER_EXTENDED_TO_FLOAT) {
    const TermId number = asDouble(make, operandOf(make, term, true));
    if (!number)
      return {};
    return term.width == 64 ? number : make.convert(Operation::FConvert, number, 32);
  }
  if (term.extra == PINCER_EXTENDED_TO_INT && term.width == 64)
    return extendedWord(make, operandOf(make, term, true), PINCER_EXTENDED_FROM_INT);
  return {};
}

} // namespace expr
