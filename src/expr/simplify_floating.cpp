#include "expr/floating.h"
#include "expr/rules.h"

#include <bit>
#include <cmath>
#include <limits>

// Little of algebra holds for IEEE numbers. What does: a float is exactly a double, an integer of
// few bits is exactly a number, conversions from integers keep the order, a sum of floats computed
// in double and rounded is the sum in float. Operations give one NaN only, inputs may be any: a
// rule that replaces a result by an operand asks for an operand that is a result itself.

namespace expr {

namespace {

double numberOf(std::uint64_t bits, unsigned width) {
  return width == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                     : std::bit_cast<double>(bits);
}

unsigned precisionOf(unsigned width) { return width == 32 ? 24 : 53; }

class Numbers {
public:
  explicit Numbers(Maker make) : make_(make) {}

  bool isNanConstant(TermId id) const {
    return make_.isConstant(id) && isNan(make_.valueOf(id), make_.widthOf(id));
  }
  bool isNumberConstant(TermId id, double value) const {
    return make_.isConstant(id) &&
           make_.valueOf(id) == (make_.widthOf(id) == 32
                                     ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                                     : std::bit_cast<std::uint64_t>(value));
  }
  bool isFromInteger(TermId id) const {
    return make_.is(id, Operation::IntToF) || make_.is(id, Operation::UIntToF);
  }
  /// From an integer, without rounding.
  bool isExactInteger(TermId id) const {
    return isFromInteger(id) && make_.widthOf(make_.at(id).a) <= precisionOf(make_.widthOf(id));
  }
  bool isNever(TermId id) const { // a NaN
    return isFromInteger(id) || (make_.isConstant(id) && !isNanConstant(id));
  }
  /// Never a NaN other than the one that operations give.
  bool isResult(TermId id) const { return givesNumber(make_.at(id).operation) || isNever(id); }
  bool isWidened(TermId id) const {
    return make_.is(id, Operation::FConvert) && make_.widthOf(id) == 64;
  }
  /// What is widened to this; none: nothing.
  TermId narrow(TermId id) const {
    if (isWidened(id))
      return make_.at(id).a;
    if (!make_.isConstant(id) || make_.widthOf(id) != 64 || isNanConstant(id))
      return {};
    const double value = numberOf(make_.valueOf(id), 64);
    const auto rounded = static_cast<float>(value);
    return static_cast<double>(rounded) == value
               ? maker().constant(32, std::bit_cast<std::uint32_t>(rounded))
               : TermId();
  }
  /// The operand of a negation; of a constant its negative.
  TermId negated(TermId id) const {
    const std::uint64_t sign = signBitOf(make_.widthOf(id));
    const Term term = make_.at(id);
    if (term.operation == Operation::Xor && make_.isConstant(term.b, sign))
      return term.a;
    return make_.isConstant(id) ? maker().constant(term.width, term.value ^ sign) : TermId();
  }

private:
  Maker maker() const { return make_; }
  Maker make_;
};

TermId comparisonOfSame(Maker make, const Term &term) {
  if (term.operation == Operation::FLess)
    return make.truth(false);
  return make.negation(make.binary(Operation::FUnordered, term.a, term.a));
}

TermId simplifyUnordered(Maker make, const Term &term) {
  const Numbers numbers(make);
  if (numbers.isNanConstant(term.a) || numbers.isNanConstant(term.b))
    return make.truth(true);
  const bool neverA = numbers.isNever(term.a), neverB = numbers.isNever(term.b);
  if (neverA && neverB)
    return make.truth(false);
  if (neverA || neverB) {
    const TermId other = neverA ? term.b : term.a;
    return term.a == term.b ? TermId() : make.binary(Operation::FUnordered, other, other);
  }
  if (term.a != term.b)
    return {};
  const Term x = make.at(term.a);
  const std::uint64_t sign = signBitOf(x.width);
  if (x.operation == Operation::ZeroExtend && make.is(x.a, Operation::Extract)) {
    const Term size = make.at(x.a); // without the sign
    return size.extra == 0 && size.width + 1u == x.width && make.widthOf(size.a) == x.width
               ? make.binary(Operation::FUnordered, size.a, size.a)
               : TermId();
  }
  const bool keepsNan = x.operation == Operation::FConvert || x.operation == Operation::FRound ||
                        (x.operation == Operation::Xor && make.isConstant(x.b, sign)) ||
                        (x.operation == Operation::Or && make.isConstant(x.b, sign));
  return keepsNan ? make.binary(Operation::FUnordered, x.a, x.a) : TermId();
}

/// A float as a double against a double that is no float: against the floats next to it.
TermId againstDouble(Maker make, const Term &term) {
  const bool left = make.isConstant(term.a);
  const TermId x = make.at(left ? term.b : term.a).a;
  const double bound = numberOf(make.valueOf(left ? term.a : term.b), 64);
  if (term.operation == Operation::FEqual)
    return make.truth(false);
  const auto nearest = static_cast<float>(bound); // may lie on either side
  const float infinity = std::numeric_limits<float>::infinity();
  const float below =
      static_cast<double>(nearest) < bound ? nearest : std::nextafterf(nearest, -infinity);
  const float above =
      static_cast<double>(nearest) > bound ? nearest : std::nextafterf(nearest, infinity);
  const TermId constant = make.constant(32, std::bit_cast<std::uint32_t>(left ? above : below));
  return left ? make.binary(Operation::FLessEqual, constant, x)
              : make.binary(Operation::FLessEqual, x, constant);
}

/// The least integer of a width for which `holds` is true, if it is from some integer on; integers
/// are counted from the least one. One past the last: for none.
template <class Holds> std::optional<std::uint64_t> first(unsigned width, const Holds &holds) {
  std::uint64_t low = 0, high = maskOf(width);
  if (!holds(high))
    return {};
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (holds(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// A number made from an integer against a constant: rounding keeps the order, so it is the integer
/// against the one where the comparison turns.
TermId integerAgainst(Maker make, const Term &term) {
  const bool left = make.isConstant(term.a);
  const Term converted = make.at(left ? term.b : term.a);
  const TermId n = converted.a;
  const unsigned width = make.widthOf(n);
  const Bits bound{make.valueOf(left ? term.a : term.b), converted.width};
  const bool isSigned = converted.operation == Operation::IntToF;
  const std::uint64_t bias = isSigned ? signBitOf(width) : 0;
  const auto numberAt = [&](std::uint64_t count) {
    return Bits{apply(converted.operation, converted.width, 0, {count ^ bias, width}),
                converted.width};
  };
  const auto reaches = [&](std::uint64_t count) { // bound <= number
    return apply(Operation::FLessEqual, 1, 0, bound, numberAt(count)) != 0;
  };
  const auto passes = [&](std::uint64_t count) { // bound < number
    return apply(Operation::FLess, 1, 0, bound, numberAt(count)) != 0;
  };
  const Operation less = isSigned ? Operation::SLess : Operation::ULess;
  const auto isFrom = [&](std::optional<std::uint64_t> count) { // n is at least that
    return count ? make.negation(make.binary(less, n, make.constant(width, *count ^ bias)))
                 : make.truth(false);
  };
  const auto from = first(width, reaches), past = first(width, passes);
  const TermId reached = isFrom(from), passed = isFrom(past);
  switch (term.operation) {
  case Operation::FEqual:
    if (from == past)
      return make.truth(false);
    if (past && *past == *from + 1)
      return make.binary(Operation::Equal, n, *from ^ bias);
    return make.binary(Operation::And, reached, make.negation(passed));
  case Operation::FLess:
    return left ? passed : make.negation(reached);
  default:
    return left ? reached : make.negation(passed);
  }
}

/// Two numbers made from integers without rounding.
TermId integersCompared(Maker make, const Term &term, const Term &a, const Term &b) {
  if (a.operation != b.operation)
    return {};
  const bool isSigned = a.operation == Operation::IntToF;
  const unsigned width = std::max(make.widthOf(a.a), make.widthOf(b.a));
  const auto wide = [&](TermId n) {
    return isSigned ? make.signExtend(n, width) : make.zeroExtend(n, width);
  };
  const Operation operation = term.operation == Operation::FEqual ? Operation::Equal
                              : term.operation == Operation::FLess
                                  ? (isSigned ? Operation::SLess : Operation::ULess)
                                  : (isSigned ? Operation::SLessEqual : Operation::ULessEqual);
  return make.binary(operation, wide(a.a), wide(b.a));
}

} // namespace

TermId simplifyNumberComparison(Maker make, const Term &term) {
  if (term.operation == Operation::FUnordered)
    return simplifyUnordered(make, term);
  const Numbers numbers(make);
  if (numbers.isNanConstant(term.a) || numbers.isNanConstant(term.b))
    return make.truth(false);
  if (term.a == term.b)
    return comparisonOfSame(make, term);
  const bool hasConstant = make.isConstant(term.a) || make.isConstant(term.b);
  if (const TermId a = numbers.negated(term.a), b = numbers.negated(term.b); a && b)
    return make.binary(term.operation, b, a);
  if (const TermId a = numbers.narrow(term.a), b = numbers.narrow(term.b); a && b)
    return make.binary(term.operation, a, b);
  if (hasConstant && (numbers.isWidened(term.a) || numbers.isWidened(term.b)))
    return againstDouble(make, term);
  if (hasConstant && (numbers.isFromInteger(term.a) || numbers.isFromInteger(term.b)))
    return integerAgainst(make, term);
  if (numbers.isExactInteger(term.a) && numbers.isExactInteger(term.b))
    return integersCompared(make, term, make.at(term.a), make.at(term.b));
  return {};
}

TermId simplifyNumberArithmetic(Maker make, const Term &term) {
  const Numbers numbers(make);
  const bool isNeutral =
      (term.operation == Operation::FAdd && numbers.isNumberConstant(term.b, -0.0)) ||
      (term.operation == Operation::FSub && numbers.isNumberConstant(term.b, 0.0)) ||
      (term.operation == Operation::FMul && numbers.isNumberConstant(term.b, 1.0)) ||
      (term.operation == Operation::FDiv && numbers.isNumberConstant(term.b, 1.0));
  return isNeutral && numbers.isResult(term.a) ? term.a : TermId();
}

TermId simplifyConversion(Maker make, const Term &term) {
  const Numbers numbers(make);
  const Term a = make.at(term.a);
  const auto convert = [&](Operation operation, TermId x) {
    return make.convert(operation, x, term.width);
  };
  switch (term.operation) {
  case Operation::IntToF:
    if (a.operation == Operation::SignExtend)
      return convert(Operation::IntToF, a.a);
    return a.operation == Operation::ZeroExtend ? convert(Operation::UIntToF, a.a) : TermId();
  case Operation::UIntToF:
    return a.operation == Operation::ZeroExtend ? convert(Operation::UIntToF, a.a) : TermId();
  case Operation::FToInt:
    if (numbers.isWidened(term.a) ||
        (a.operation == Operation::FRound && a.extra == PINCER_ROUND_ZERO))
      return convert(Operation::FToInt, a.a);
    if (numbers.isExactInteger(term.a) && make.widthOf(a.a) < term.width)
      return a.operation == Operation::IntToF ? make.signExtend(a.a, term.width)
                                              : make.zeroExtend(a.a, term.width);
    return {};
  case Operation::FRound:
    return numbers.isFromInteger(term.a) || a.operation == Operation::FRound ? term.a : TermId();
  default:
    break;
  }
  // FConvert
  if (numbers.isExactInteger(term.a))
    return convert(a.operation, a.a);
  if (term.width == 64)
    return {};
  if (numbers.isWidened(term.a))
    return numbers.isResult(a.a) ? a.a : TermId();
  const TermId x = a.a ? numbers.narrow(a.a) : TermId();
  if (a.operation == Operation::FSqrt && x)
    return convert(Operation::FSqrt, x);
  const bool isBasic = a.operation == Operation::FAdd || a.operation == Operation::FSub ||
                       a.operation == Operation::FMul || a.operation == Operation::FDiv;
  const TermId y = isBasic && x ? numbers.narrow(a.b) : TermId();
  return y ? make.binary(a.operation, x, y) : TermId();
}

} // namespace expr
