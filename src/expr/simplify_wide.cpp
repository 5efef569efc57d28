#include "expr/rules.h"

#include <bit>

// Numbers of two words. What is known to have nothing in its upper word is a matter of one.

namespace expr {

TermId simplifyMulHigh(Maker make, const Term &term) {
  if (!make.isConstant(term.b) || !isPowerOfTwo(make.valueOf(term.b)))
    return {};
  const auto power = static_cast<unsigned>(std::countr_zero(make.valueOf(term.b)));
  if (power == 0)
    return make.constant(term.width, 0);
  return make.binary(Operation::LShr, term.a, term.width - power);
}

TermId simplifyWideDivision(Maker make, const Term &term) {
  const bool isRest = term.operation == Operation::WideRem;
  if (make.mayBeOne(term.a) == 0)
    return make.binary(isRest ? Operation::URem : Operation::UDiv, term.b, term.c);
  if (!make.isConstant(term.c) || !isPowerOfTwo(make.valueOf(term.c)))
    return {};
  const std::uint64_t divisor = make.valueOf(term.c);
  if (isRest)
    return make.binary(Operation::And, term.b, divisor - 1);
  const auto power = static_cast<unsigned>(std::countr_zero(divisor));
  if (power == 0)
    return term.b;
  return make.concat(make.extract(term.a, 0, power),
                     make.extract(term.b, power, term.width - power));
}

} // namespace expr
