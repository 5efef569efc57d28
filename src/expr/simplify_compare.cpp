#include "expr/rules.h"

#include <algorithm>

namespace expr {

namespace {

/// The number that times `odd` is 1 modulo 2^64; each round doubles the bits that are right.
std::uint64_t inverse(std::uint64_t odd) {
  std::uint64_t x = odd;
  for (int i = 0; i < 6; ++i)
    x *= 2 - odd * x;
  return x;
}

/// (c ? p : q) == k where p or q is a constant.
TermId choiceIs(Maker make, const Term &choice, TermId k) {
  const bool first = make.isConstant(choice.b);
  if (!first && !make.isConstant(choice.c))
    return {};
  const TermId rest = make.binary(Operation::Equal, first ? choice.c : choice.b, k);
  const TermId restIsChosen = first ? make.negation(choice.a) : choice.a;
  if ((first ? choice.b : choice.c) == k)
    return make.binary(Operation::Or, make.negation(restIsChosen), rest);
  return make.binary(Operation::And, restIsChosen, rest);
}

TermId bothAre(Maker make, const Term &term, std::uint64_t k) {
  return make.binary(Operation::And, make.binary(Operation::Equal, term.a, k),
                     make.binary(Operation::Equal, term.b, k));
}

/// a == k. What contradicts known bits is done with.
TermId equalsConstant(Maker make, TermId a, TermId constant) {
  const Term term = make.at(a);
  const std::uint64_t k = make.valueOf(constant);
  const auto is = [&](TermId x, std::uint64_t value) {
    return make.binary(Operation::Equal, x, value);
  };
  const bool second = term.b && make.isConstant(term.b);
  switch (term.operation) {
  case Operation::Add:
    return second ? is(term.a, k - make.valueOf(term.b)) : TermId();
  case Operation::Sub:
    if (make.isConstant(term.a))
      return is(term.b, make.valueOf(term.a) - k);
    return k == 0 ? make.binary(Operation::Equal, term.a, term.b) : TermId();
  case Operation::Xor:
    if (second)
      return is(term.a, k ^ make.valueOf(term.b));
    return k == 0 ? make.binary(Operation::Equal, term.a, term.b) : TermId();
  case Operation::Mul:
    return second && make.valueOf(term.b) % 2 == 1 ? is(term.a, k * inverse(make.valueOf(term.b)))
                                                   : TermId();
  case Operation::And:
    return !second && k == maskOf(term.width) ? bothAre(make, term, k) : TermId();
  case Operation::Or:
    if (second)
      return is(make.binary(Operation::And, term.a, ~make.valueOf(term.b)),
                k & ~make.valueOf(term.b));
    return k == 0 ? bothAre(make, term, k) : TermId();
  case Operation::Shl: {
    if (!second)
      return {};
    const auto by = static_cast<unsigned>(make.valueOf(term.b));
    return is(make.extract(term.a, 0, term.width - by), k >> by);
  }
  case Operation::Choose:
    return choiceIs(make, term, constant);
  case Operation::ZeroExtend:
    return is(term.a, k);
  case Operation::SignExtend: {
    const auto narrow = narrowed(Operation::SignExtend, k, make.widthOf(term.a), term.width);
    return narrow ? is(term.a, *narrow) : make.truth(false);
  }
  case Operation::Concat:
    return make.binary(Operation::And, is(term.a, k >> make.widthOf(term.b)), is(term.b, k));
  default:
    return {};
  }
}

/// a == b where a is made from b.
TermId equalsOwnPart(Maker make, TermId a, TermId b) {
  const Term term = make.at(a);
  if (term.operation == Operation::Add || term.operation == Operation::Xor) {
    if (term.a == b)
      return make.binary(Operation::Equal, term.b, 0);
    if (term.b == b)
      return make.binary(Operation::Equal, term.a, 0);
  }
  if (term.operation == Operation::Sub && term.a == b)
    return make.binary(Operation::Equal, term.b, 0);
  if (term.operation == Operation::Choose && term.b == b)
    return make.binary(Operation::Or, term.a, make.binary(Operation::Equal, term.c, b));
  if (term.operation == Operation::Choose && term.c == b)
    return make.binary(Operation::Or, make.negation(term.a),
                       make.binary(Operation::Equal, term.b, b));
  return {};
}

/// Two terms of one operation with a common operand, or of one structure.
TermId equalsAlike(Maker make, const Term &a, const Term &b) {
  const auto same = [&](TermId x, TermId y) { return make.binary(Operation::Equal, x, y); };
  switch (a.operation) {
  case Operation::Add:
  case Operation::Xor:
    if (a.a == b.a)
      return same(a.b, b.b);
    if (a.a == b.b)
      return same(a.b, b.a);
    if (a.b == b.a)
      return same(a.a, b.b);
    if (a.b == b.b)
      return same(a.a, b.a);
    return {};
  case Operation::Sub:
    if (a.a == b.a)
      return same(a.b, b.b);
    return a.b == b.b ? same(a.a, b.a) : TermId();
  case Operation::Concat:
    if (make.widthOf(a.a) != make.widthOf(b.a))
      return {};
    return make.binary(Operation::And, same(a.a, b.a), same(a.b, b.b));
  default:
    return {};
  }
}

/// Both operands are extensions of one kind: compare before they are extended. That keeps the
/// order of unsigned numbers for both kinds, the order of signed ones for SignExtend.
TermId comparedNarrow(Maker make, Operation operation, const Term &a, const Term &b) {
  if (a.operation != b.operation)
    return {};
  if (a.operation == Operation::ZeroExtend) {
    const unsigned width = std::max(make.widthOf(a.a), make.widthOf(b.a));
    return make.binary(operation, make.zeroExtend(a.a, width), make.zeroExtend(b.a, width));
  }
  if (a.operation == Operation::SignExtend) {
    const unsigned width = std::max(make.widthOf(a.a), make.widthOf(b.a));
    return make.binary(operation, make.signExtend(a.a, width), make.signExtend(b.a, width));
  }
  return {};
}

/// One of the four orders, taken apart.
struct Order {
  bool isSigned, isStrict;

  explicit Order(Operation operation)
      : isSigned(operation == Operation::SLess || operation == Operation::SLessEqual),
        isStrict(operation == Operation::ULess || operation == Operation::SLess) {}
  Operation strict() const { return isSigned ? Operation::SLess : Operation::ULess; }
  Operation withoutSign() const { return isStrict ? Operation::ULess : Operation::ULessEqual; }
  /// The first and the last number of a width.
  std::uint64_t first(unsigned width) const { return isSigned ? signBitOf(width) : 0; }
  std::uint64_t last(unsigned width) const { return (first(width) - 1) & maskOf(width); }
  bool holds(std::uint64_t a, std::uint64_t b, unsigned width) const {
    const std::uint64_t bias = first(width); // makes the signed order the unsigned one
    return isStrict ? (a ^ bias) < (b ^ bias) : (a ^ bias) <= (b ^ bias);
  }
};

/// Decided by the least and the greatest number that known bits leave.
TermId byRange(Maker make, Order order, TermId a, TermId b) {
  const unsigned width = make.widthOf(a);
  const auto least = [&](TermId x) {
    const bool negative = order.isSigned && !make.signIsZero(x);
    return negative ? make.ones(x) | signBitOf(width) : make.ones(x);
  };
  const auto most = [&](TermId x) {
    const bool positive = order.isSigned && !make.signIsOne(x);
    return positive ? make.mayBeOne(x) & ~signBitOf(width) : make.mayBeOne(x);
  };
  if (order.holds(most(a), least(b), width))
    return make.truth(true);
  if (!order.holds(least(a), most(b), width))
    return make.truth(false);
  return {};
}

/// Of width 1.
TermId orderOfBits(Maker make, Order order, TermId a, TermId b) {
  // Unsigned: 0 < 1. Signed: 1 stands for -1, so 1 < 0.
  const TermId low = order.isSigned ? a : make.negation(a);
  const TermId high = order.isSigned ? make.negation(b) : b;
  return make.binary(order.isStrict ? Operation::And : Operation::Or, low, high);
}

/// x < k (`below`) or k < x for an extended x.
TermId extendedAgainst(Maker make, Order order, const Term &x, std::uint64_t k, bool below) {
  const unsigned narrowWidth = make.widthOf(x.a);
  const auto narrow = narrowed(x.operation, k, narrowWidth, x.width);
  if (narrow) {
    const TermId constant = make.constant(narrowWidth, *narrow);
    return make.binary(order.strict(), below ? x.a : constant, below ? constant : x.a);
  }
  if (x.operation == Operation::ZeroExtend)
    return {}; // known bits decide
  // k lies between the numbers that x.a may become: all of them in the signed order, those with
  // and without a sign in the unsigned one.
  const bool kIsNegative = k & signBitOf(x.width);
  if (order.isSigned)
    return make.truth(below != kIsNegative);
  const TermId isNegative = make.binary(Operation::SLess, x.a, make.constant(narrowWidth, 0));
  return below ? make.negation(isNegative) : isNegative;
}

/// x < k (`below`) or k < x.
TermId strictAgainst(Maker make, Order order, TermId x, std::uint64_t k, bool below) {
  const Term term = make.at(x);
  const std::uint64_t mask = maskOf(term.width);
  const std::uint64_t first = order.first(term.width), last = order.last(term.width);
  const std::uint64_t nearEnd = below ? first : last, farEnd = below ? last : first;
  if (k == ((below ? first + 1 : last - 1) & mask))
    return make.binary(Operation::Equal, x, nearEnd);
  if (k == farEnd)
    return make.negation(make.binary(Operation::Equal, x, farEnd));
  if (term.operation == Operation::SignExtend ||
      (term.operation == Operation::ZeroExtend && !order.isSigned))
    return extendedAgainst(make, order, term, k, below);
  if (term.operation == Operation::Concat) {
    const unsigned low = make.widthOf(term.b);
    const std::uint64_t rest = k & maskOf(low);
    if (rest != (below ? 0 : maskOf(low)))
      return {};
    const TermId high = make.constant(term.width - low, k >> low);
    return make.binary(order.strict(), below ? term.a : high, below ? high : term.a);
  }
  return {};
}

/// How two numbers may lie to each other, as a set.
struct Relation {
  enum : unsigned { Less = 1, Equal = 2, Greater = 4, Any = 7 };
  TermId a, b;
  unsigned which = 0;
  enum class Sign { Either, Unsigned, Signed } sign = Sign::Either;
};

std::optional<Relation> relationIn(const Maker &make, TermId condition) {
  const Term term = make.at(condition);
  switch (term.operation) {
  case Operation::Equal:
    return Relation{term.a, term.b, Relation::Equal};
  case Operation::ULess:
    return Relation{term.a, term.b, Relation::Less, Relation::Sign::Unsigned};
  case Operation::ULessEqual:
    return Relation{term.a, term.b, Relation::Less | Relation::Equal, Relation::Sign::Unsigned};
  case Operation::SLess:
    return Relation{term.a, term.b, Relation::Less, Relation::Sign::Signed};
  case Operation::SLessEqual:
    return Relation{term.a, term.b, Relation::Less | Relation::Equal, Relation::Sign::Signed};
  case Operation::Xor: // orders are negated by turning them round
    if (make.isConstant(term.b, 1) && make.is(term.a, Operation::Equal))
      return Relation{make.at(term.a).a, make.at(term.a).b, Relation::Less | Relation::Greater};
    return {};
  default:
    return {};
  }
}

TermId conditionOf(Maker make, const Relation &relation) {
  const bool isSigned = relation.sign == Relation::Sign::Signed;
  const Operation less = isSigned ? Operation::SLess : Operation::ULess;
  const Operation lessEqual = isSigned ? Operation::SLessEqual : Operation::ULessEqual;
  switch (relation.which) {
  case Relation::Less:
    return make.binary(less, relation.a, relation.b);
  case Relation::Equal:
    return make.binary(Operation::Equal, relation.a, relation.b);
  case Relation::Less | Relation::Equal:
    return make.binary(lessEqual, relation.a, relation.b);
  case Relation::Greater:
    return make.binary(less, relation.b, relation.a);
  case Relation::Greater | Relation::Equal:
    return make.binary(lessEqual, relation.b, relation.a);
  case Relation::Less | Relation::Greater:
    return make.negation(make.binary(Operation::Equal, relation.a, relation.b));
  default:
    return make.truth(relation.which == Relation::Any);
  }
}

} // namespace

TermId oneComparison(Maker make, const Term &term) {
  auto one = relationIn(make, term.a), other = relationIn(make, term.b);
  if (!one || !other)
    return {};
  if (one->a != other->a) {
    std::swap(other->a, other->b);
    other->which = (other->which & Relation::Equal) | (other->which & Relation::Less) << 2 |
                   (other->which & Relation::Greater) >> 2;
  }
  const bool signsDiffer = one->sign != other->sign && one->sign != Relation::Sign::Either &&
                           other->sign != Relation::Sign::Either;
  if (one->a != other->a || one->b != other->b || signsDiffer)
    return {};
  one->which =
      term.operation == Operation::And ? one->which & other->which : one->which | other->which;
  one->sign = std::max(one->sign, other->sign);
  return conditionOf(make, *one);
}

TermId simplifyEqual(Maker make, const Term &term) {
  if (term.a == term.b)
    return make.truth(true);
  if (make.widthOf(term.a) == 1) // a == b is !(a ^ b)
    return make.negation(make.binary(Operation::Xor, term.a, term.b));
  if ((make.zeros(term.a) & make.ones(term.b)) | (make.ones(term.a) & make.zeros(term.b)))
    return make.truth(false);
  if (make.isConstant(term.b))
    return equalsConstant(make, term.a, term.b);
  if (const TermId simpler = equalsOwnPart(make, term.a, term.b))
    return simpler;
  if (const TermId simpler = equalsOwnPart(make, term.b, term.a))
    return simpler;
  const Term a = make.at(term.a), b = make.at(term.b);
  if (const TermId narrow = comparedNarrow(make, Operation::Equal, a, b))
    return narrow;
  return a.operation == b.operation ? equalsAlike(make, a, b) : TermId();
}

TermId simplifyOrder(Maker make, const Term &term) {
  const Order order(term.operation);
  const unsigned width = make.widthOf(term.a);
  if (term.a == term.b)
    return make.truth(!order.isStrict);
  if (width == 1)
    return orderOfBits(make, order, term.a, term.b);
  if (const TermId decided = byRange(make, order, term.a, term.b))
    return decided;
  if (order.isSigned && ((make.signIsZero(term.a) && make.signIsZero(term.b)) ||
                         (make.signIsOne(term.a) && make.signIsOne(term.b))))
    return make.binary(order.withoutSign(), term.a, term.b);
  const bool below = make.isConstant(term.b);
  if (below || make.isConstant(term.a)) {
    const std::uint64_t k = make.valueOf(below ? term.b : term.a);
    if (order.isStrict)
      return strictAgainst(make, order, below ? term.a : term.b, k, below);
    // k is not at the end: that has been decided.
    return below ? make.binary(order.strict(), term.a, make.constant(width, k + 1))
                 : make.binary(order.strict(), make.constant(width, k - 1), term.b);
  }
  return comparedNarrow(make, term.operation, make.at(term.a), make.at(term.b));
}

} // namespace expr
