#include "expr/rules.h"

#include <algorithm>

namespace expr {

namespace {

/// A choice of truth values is And and Or.
TermId chooseTruth(Maker make, const Term &term) {
  const auto both = [&](TermId x, TermId y) { return make.binary(Operation::And, x, y); };
  const auto either = [&](TermId x, TermId y) { return make.binary(Operation::Or, x, y); };
  if (make.isConstant(term.b, 1) || term.a == term.b)
    return either(term.a, term.c);
  if (make.isConstant(term.b, 0))
    return both(make.negation(term.a), term.c);
  if (make.isConstant(term.c, 1))
    return either(make.negation(term.a), term.b);
  if (make.isConstant(term.c, 0) || term.a == term.c)
    return both(term.a, term.b);
  return {};
}

/// Constants that are all zeros, all ones, or 1.
TermId choosePattern(Maker make, const Term &term) {
  if (make.isConstant(term.c, 0) && make.isConstant(term.b, 1))
    return make.zeroExtend(term.a, term.width);
  if (make.isConstant(term.b, 0) && make.isConstant(term.c, 1))
    return make.zeroExtend(make.negation(term.a), term.width);
  if (make.isConstant(term.c, 0) && make.isConstant(term.b, ~0ull))
    return make.signExtend(term.a, term.width);
  if (make.isConstant(term.b, 0) && make.isConstant(term.c, ~0ull))
    return make.signExtend(make.negation(term.a), term.width);
  return {};
}

/// Arms that are extended the same way are extended after the choice.
TermId chooseNarrow(Maker make, const Term &term) {
  const Term b = make.at(term.b), c = make.at(term.c);
  const bool first = b.operation == Operation::ZeroExtend || b.operation == Operation::SignExtend;
  const Term &extended = first ? b : c;
  if (extended.operation != Operation::ZeroExtend && extended.operation != Operation::SignExtend)
    return {};
  const TermId other = first ? term.c : term.b;
  const unsigned width = make.widthOf(extended.a);
  TermId narrow;
  if (make.at(other).operation == extended.operation && make.widthOf(make.at(other).a) == width)
    narrow = make.at(other).a;
  else if (make.isConstant(other))
    if (const auto value = narrowed(extended.operation, make.valueOf(other), width, term.width))
      narrow = make.constant(width, *value);
  if (!narrow)
    return {};
  const TermId choice =
      make.choose(term.a, first ? extended.a : narrow, first ? narrow : extended.a);
  return extended.operation == Operation::ZeroExtend ? make.zeroExtend(choice, term.width)
                                                     : make.signExtend(choice, term.width);
}

TermId extractFromExtension(Maker make, const Term &inner, unsigned low, unsigned width) {
  const unsigned source = make.widthOf(inner.a);
  const bool isSigned = inner.operation == Operation::SignExtend;
  if (low + width <= source)
    return make.extract(inner.a, low, width);
  if (low < source) {
    const TermId part = make.extract(inner.a, low, source - low);
    return isSigned ? make.signExtend(part, width) : make.zeroExtend(part, width);
  }
  return isSigned ? make.signExtend(make.extract(inner.a, source - 1, 1), width)
                  : make.constant(width, 0);
}

TermId extractFromConcat(Maker make, const Term &inner, unsigned low, unsigned width) {
  const unsigned border = make.widthOf(inner.b);
  if (low >= border)
    return make.extract(inner.a, low - border, width);
  if (low + width <= border)
    return make.extract(inner.b, low, width);
  return make.concat(make.extract(inner.a, 0, low + width - border),
                     make.extract(inner.b, low, border - low));
}

TermId extractFromShift(Maker make, const Term &inner, unsigned low, unsigned width) {
  const auto by = static_cast<unsigned>(make.valueOf(inner.b));
  if (low >= by)
    return make.extract(inner.a, low - by, width);
  if (low + width <= by)
    return make.constant(width, 0);
  return make.concat(make.extract(inner.a, 0, low + width - by), make.constant(by - low, 0));
}

/// Does taking the low bits make the term smaller?
bool narrows(const Maker &make, TermId id, unsigned depth) {
  const Term term = make.at(id);
  switch (term.operation) {
  case Operation::Constant:
  case Operation::ZeroExtend:
  case Operation::SignExtend:
  case Operation::Concat:
    return true;
  case Operation::Add:
  case Operation::Sub:
  case Operation::Mul:
    return depth > 0 && narrows(make, term.a, depth - 1) && narrows(make, term.b, depth - 1);
  default:
    return false;
  }
}

/// The low bits of a sum or product are those of its operands' low bits.
TermId extractFromArithmetic(Maker make, const Term &inner, unsigned width) {
  constexpr unsigned deepest = 3;
  if (!narrows(make, inner.a, deepest) || !narrows(make, inner.b, deepest))
    return {};
  return make.binary(inner.operation, make.extract(inner.a, 0, width),
                     make.extract(inner.b, 0, width));
}

/// Two neighbours that are one term, or none.
TermId merged(Maker make, TermId high, TermId low) {
  const Term h = make.at(high), l = make.at(low);
  const unsigned width = h.width + l.width;
  if (h.operation == Operation::Constant && l.operation == Operation::Constant)
    return make.constant(width, h.value << l.width | l.value);
  if (h.operation == Operation::Extract && l.operation == Operation::Extract && h.a == l.a &&
      h.extra == l.extra + l.width)
    return make.extract(l.a, l.extra, width);
  // Copies of the sign bit, above what they are the sign of.
  const bool isExtended = h.operation == Operation::SignExtend;
  const Term top = isExtended ? make.at(h.a) : h;
  if (top.operation != Operation::Extract)
    return {};
  if (top.width == 1 && top.a == low && top.extra == l.width - 1u)
    return make.signExtend(low, width);
  if (top.width == 1 && l.operation == Operation::SignExtend && top.a == l.a &&
      top.extra == make.widthOf(l.a) - 1)
    return make.signExtend(l.a, width);
  if (isExtended && l.operation == Operation::Extract && top.a == l.a &&
      top.extra == l.extra + l.width)
    return make.signExtend(make.extract(l.a, l.extra, top.width + l.width), width);
  return {};
}

} // namespace

TermId simplifyChoose(Maker make, const Term &term) {
  if (make.isConstant(term.a))
    return make.valueOf(term.a) ? term.b : term.c;
  if (term.b == term.c)
    return term.b;
  const Term condition = make.at(term.a), b = make.at(term.b), c = make.at(term.c);
  if (condition.operation == Operation::Xor && make.isConstant(condition.b, 1))
    return make.choose(condition.a, term.c, term.b);
  if (b.operation == Operation::Choose && b.a == term.a)
    return make.choose(term.a, b.b, term.c);
  if (c.operation == Operation::Choose && c.a == term.a)
    return make.choose(term.a, term.b, c.c);
  // x == y ? x : y
  if (condition.operation == Operation::Equal &&
      ((condition.a == term.b && condition.b == term.c) ||
       (condition.a == term.c && condition.b == term.b)))
    return term.c;
  if (term.width == 1)
    return chooseTruth(make, term);
  if (const TermId pattern = choosePattern(make, term))
    return pattern;
  return chooseNarrow(make, term);
}

TermId simplifyExtension(Maker make, const Term &term) {
  const Term a = make.at(term.a);
  if (a.operation == term.operation)
    return term.operation == Operation::ZeroExtend ? make.zeroExtend(a.a, term.width)
                                                   : make.signExtend(a.a, term.width);
  if (term.operation == Operation::ZeroExtend)
    return {};
  if (make.signIsZero(term.a))
    return make.zeroExtend(term.a, term.width);
  if (make.signIsOne(term.a))
    return make.concat(make.constant(term.width - a.width, ~0ull), term.a);
  return {};
}

TermId simplifyExtract(Maker make, const Term &term) {
  const Term a = make.at(term.a);
  const unsigned low = term.extra, width = term.width;
  if (width == a.width)
    return term.a;
  switch (a.operation) {
  case Operation::Extract:
    return make.extract(a.a, a.extra + low, width);
  case Operation::ZeroExtend:
  case Operation::SignExtend:
    return extractFromExtension(make, a, low, width);
  case Operation::Concat:
    return extractFromConcat(make, a, low, width);
  case Operation::Shl:
    return make.isConstant(a.b) ? extractFromShift(make, a, low, width) : TermId();
  case Operation::And:
  case Operation::Or:
  case Operation::Xor:
    return make.isConstant(a.b)
               ? make.binary(a.operation, make.extract(a.a, low, width), make.valueOf(a.b) >> low)
               : TermId();
  case Operation::Add:
  case Operation::Sub:
  case Operation::Mul:
    return low == 0 ? extractFromArithmetic(make, a, width) : TermId();
  case Operation::Choose:
    if (!make.isConstant(a.b) && !make.isConstant(a.c))
      return {};
    return make.choose(a.a, make.extract(a.b, low, width), make.extract(a.c, low, width));
  default:
    return {};
  }
}

TermId simplifyConcat(Maker make, const Term &term) {
  if (make.isConstant(term.a, 0))
    return make.zeroExtend(term.b, term.width);
  const Term a = make.at(term.a), b = make.at(term.b);
  if (a.operation == Operation::Concat)
    return make.concat(a.a, make.concat(a.b, term.b));
  if (a.operation == Operation::ZeroExtend)
    return make.zeroExtend(make.concat(a.a, term.b), term.width);
  if (const TermId one = merged(make, term.a, term.b))
    return one;
  if (b.operation == Operation::Concat)
    if (const TermId one = merged(make, term.a, b.a))
      return make.concat(one, b.b);
  return {};
}

} // namespace expr
