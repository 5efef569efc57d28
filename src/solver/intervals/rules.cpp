#include "solver/intervals/rules.h"

#include "expr/floating.h"

namespace solver::intervals {

using expr::Bits;

namespace {

/// All operands are known: so is the result, as the machine computes it.
bool isKnown(const Shape &shape, const Domain &a, const Domain &b, const Domain &c) {
  const Domain *operands[] = {&a, &b, &c};
  for (unsigned i = 0; i < expr::operandCount(shape.operation); ++i)
    if (!operands[i]->isPoint())
      return false;
  return true;
}

} // namespace

bool hasRule(expr::Operation operation) {
  return operation >= expr::Operation::Add && operation <= expr::Operation::Apply;
}

void forward(const Shape &shape, Domain &z, const Domain &a, const Domain &b, const Domain &c) {
  if (!hasRule(shape.operation))
    return;
  if (isKnown(shape, a, b, c)) {
    const auto bits = [](const Domain &x) {
      return x.width() == 0 ? Bits{} : Bits{x.value(), x.width()};
    };
    const std::uint64_t value =
        expr::apply(shape.operation, shape.width, shape.extra, bits(a), bits(b), bits(c));
    // Which NaN it is, is the machine's business.
    if (expr::givesNumber(shape.operation) && expr::isNan(value, shape.width))
      return z.meetNumbers(NumberRange::onlyNan());
    return z.meetValue(value);
  }
  if (expr::isFloating(shape.operation))
    forwardNumber(shape, z, a, b, c);
  else
    forwardInteger(shape, z, a, b, c);
}

void backward(const Shape &shape, const Domain &z, Domain &a, Domain &b, Domain &c) {
  if (!hasRule(shape.operation))
    return;
  if (expr::isFloating(shape.operation))
    backwardNumber(shape, z, a, b, c);
  else
    backwardInteger(shape, z, a, b, c);
}

} // namespace solver::intervals
