#include "expr/simplify.h"

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

} // namespace

TermId simplify(Pool &pool, const Term &term) {
  if (const TermId constant = folded(pool, term))
    return constant;
  return {};
}

} // namespace expr
