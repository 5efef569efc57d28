#include "expr/rules.h"

#include <bit>

namespace expr {

namespace {

/// x + k
std::optional<Term> plusConstant(const Maker &make, TermId id) {
  const Term term = make.at(id);
  return term.operation == Operation::Add && make.isConstant(term.b) ? std::optional(term)
                                                                     : std::nullopt;
}

/// k - x
std::optional<Term> constantMinus(const Maker &make, TermId id) {
  const Term term = make.at(id);
  return term.operation == Operation::Sub && make.isConstant(term.a) ? std::optional(term)
                                                                     : std::nullopt;
}

/// ~x, which is -1 - x
std::optional<TermId> inverted(const Maker &make, TermId id) {
  const Term term = make.at(id);
  return term.operation == Operation::Xor && make.isConstant(term.b, ~0ull) ? std::optional(term.a)
                                                                            : std::nullopt;
}

TermId addConstant(Maker make, TermId a, std::uint64_t k) {
  if (const auto sum = plusConstant(make, a))
    return make.binary(Operation::Add, sum->a, make.valueOf(sum->b) + k);
  if (const auto difference = constantMinus(make, a))
    return make.binary(Operation::Sub,
                       make.constant(difference->width, make.valueOf(difference->a) + k),
                       difference->b);
  if (const auto x = inverted(make, a))
    return make.binary(Operation::Sub, make.constant(make.widthOf(a), k - 1), *x);
  return {};
}

/// a + b where a has a part that cancels with b or that can be taken out.
TermId addToSum(Maker make, TermId a, TermId b) {
  if (const auto sum = plusConstant(make, a))
    return make.binary(Operation::Add, make.binary(Operation::Add, sum->a, b), sum->b);
  const Term term = make.at(a);
  if (term.operation != Operation::Sub)
    return {};
  if (term.b == b)
    return term.a;
  if (make.isConstant(term.a))
    return make.binary(Operation::Add, make.binary(Operation::Sub, b, term.b), term.a);
  return {};
}

TermId subtractFromConstant(Maker make, std::uint64_t k, TermId b) {
  const unsigned width = make.widthOf(b);
  if (k == maskOf(width))
    return make.binary(Operation::Xor, b, ~0ull);
  if (const auto sum = plusConstant(make, b))
    return make.binary(Operation::Sub, make.constant(width, k - make.valueOf(sum->b)), sum->a);
  if (const auto difference = constantMinus(make, b))
    return make.binary(Operation::Add, difference->b, k - make.valueOf(difference->a));
  if (const auto x = inverted(make, b))
    return make.binary(Operation::Add, *x, k + 1);
  const Term term = make.at(b);
  if (k == 0 && term.operation == Operation::Sub)
    return make.binary(Operation::Sub, term.b, term.a);
  if (k == 0 && term.operation == Operation::ZeroExtend && make.widthOf(term.a) == 1)
    return make.signExtend(term.a, width);
  return {};
}

TermId unsignedByConstant(Maker make, const Term &term, std::uint64_t k) {
  const bool divides = term.operation == Operation::UDiv;
  if (k == 0)
    return divides ? make.constant(term.width, ~0ull) : term.a;
  if (isPowerOfTwo(k))
    return divides ? make.binary(Operation::LShr, term.a,
                                 static_cast<std::uint64_t>(std::countr_zero(k)))
                   : make.binary(Operation::And, term.a, k - 1);
  const Term a = make.at(term.a);
  if (a.operation != Operation::ZeroExtend)
    return {};
  // The divisor fits into the narrow operand, or else it were known to be the greater one.
  return make.zeroExtend(make.binary(term.operation, a.a, k), term.width);
}

TermId signedByConstant(Maker make, const Term &term, std::uint64_t k) {
  const bool divides = term.operation == Operation::SDiv;
  if (k == 1 || k == maskOf(term.width)) {
    if (!divides)
      return make.constant(term.width, 0);
    return k == 1 ? term.a : make.minus(term.a);
  }
  const Term a = make.at(term.a);
  if (k == 0 || a.operation != Operation::SignExtend)
    return {};
  // -1 is done with, so the narrow division can't overflow.
  const auto narrow = narrowed(Operation::SignExtend, k, make.widthOf(a.a), term.width);
  return narrow ? make.signExtend(make.binary(term.operation, a.a, *narrow), term.width) : TermId();
}

} // namespace

TermId simplifyAdd(Maker make, const Term &term) {
  if (make.isConstant(term.b, 0))
    return term.a;
  if (term.width == 1)
    return make.binary(Operation::Xor, term.a, term.b);
  if (make.isConstant(term.b)) {
    if (const TermId sum = addConstant(make, term.a, make.valueOf(term.b)))
      return sum;
  } else {
    if (const TermId sum = addToSum(make, term.a, term.b))
      return sum;
    if (const TermId sum = addToSum(make, term.b, term.a))
      return sum;
  }
  return joined(make, term.a, term.b);
}

TermId simplifySub(Maker make, const Term &term) {
  if (term.a == term.b)
    return make.constant(term.width, 0);
  if (term.width == 1)
    return make.binary(Operation::Xor, term.a, term.b);
  if (make.isConstant(term.b))
    return make.binary(Operation::Add, term.a, 0 - make.valueOf(term.b));
  if (make.isConstant(term.a))
    return subtractFromConstant(make, make.valueOf(term.a), term.b);
  const Term a = make.at(term.a), b = make.at(term.b);
  if (a.operation == Operation::Add && a.a == term.b)
    return a.b;
  if (a.operation == Operation::Add && a.b == term.b)
    return a.a;
  if (b.operation == Operation::Add && b.a == term.a)
    return make.minus(b.b);
  if (b.operation == Operation::Add && b.b == term.a)
    return make.minus(b.a);
  if (b.operation == Operation::Sub && b.a == term.a)
    return b.b;
  if (const auto sum = plusConstant(make, term.a))
    return make.binary(Operation::Add, make.binary(Operation::Sub, sum->a, term.b), sum->b);
  if (const auto sum = plusConstant(make, term.b))
    return make.binary(Operation::Add, make.binary(Operation::Sub, term.a, sum->a),
                       0 - make.valueOf(sum->b));
  if (const auto difference = constantMinus(make, term.b))
    return make.binary(Operation::Add, make.binary(Operation::Add, term.a, difference->b),
                       0 - make.valueOf(difference->a));
  return {};
}

TermId simplifyMul(Maker make, const Term &term) {
  if (term.width == 1)
    return make.binary(Operation::And, term.a, term.b);
  if (!make.isConstant(term.b))
    return {};
  const std::uint64_t k = make.valueOf(term.b);
  if (k == maskOf(term.width))
    return make.minus(term.a);
  if (isPowerOfTwo(k))
    return make.binary(Operation::Shl, term.a, static_cast<std::uint64_t>(std::countr_zero(k)));
  const Term a = make.at(term.a);
  if (a.operation == Operation::Mul && make.isConstant(a.b))
    return make.binary(Operation::Mul, a.a, make.valueOf(a.b) * k);
  return {};
}

TermId simplifyDivision(Maker make, const Term &term) {
  const Operation operation = term.operation;
  const bool isRest = operation == Operation::URem || operation == Operation::SRem;
  if (isRest && (term.a == term.b || make.isConstant(term.a, 0)))
    return make.constant(term.width, 0);
  if (operation == Operation::SDiv || operation == Operation::SRem) {
    if (make.signIsZero(term.a) && make.signIsZero(term.b))
      return make.binary(isRest ? Operation::URem : Operation::UDiv, term.a, term.b);
    return make.isConstant(term.b) ? signedByConstant(make, term, make.valueOf(term.b)) : TermId();
  }
  if (make.mayBeOne(term.a) < make.ones(term.b)) // the greatest a, the least b
    return isRest ? term.a : make.constant(term.width, 0);
  if (make.isConstant(term.b))
    return unsignedByConstant(make, term, make.valueOf(term.b));
  const Term a = make.at(term.a), b = make.at(term.b);
  if (isRest && a.operation == Operation::ZeroExtend && b.operation == Operation::ZeroExtend &&
      make.widthOf(a.a) == make.widthOf(b.a))
    return make.zeroExtend(make.binary(operation, a.a, b.a), term.width);
  return {};
}

} // namespace expr
