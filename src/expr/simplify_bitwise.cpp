#include "expr/rules.h"

#include <algorithm>
#include <bit>

namespace expr {

namespace {

bool isRun(std::uint64_t mask) { return isPowerOfTwo((mask >> std::countr_zero(mask)) + 1); }

/// x & 0b0111000: the bits, with zeros around them.
TermId run(Maker make, TermId x, std::uint64_t mask) {
  const auto low = static_cast<unsigned>(std::countr_zero(mask));
  const auto count = static_cast<unsigned>(std::popcount(mask));
  TermId bits = make.extract(x, low, count);
  if (low > 0)
    bits = make.concat(bits, make.constant(low, 0));
  return make.zeroExtend(bits, make.widthOf(x));
}

/// A constant meets Concat or ZeroExtend: part by part.
TermId byParts(Maker make, Operation operation, TermId x, std::uint64_t k) {
  const Term term = make.at(x);
  if (term.operation == Operation::ZeroExtend) {
    const unsigned low = make.widthOf(term.a);
    const TermId zero = make.constant(term.width - low, 0);
    const TermId high = make.binary(operation, zero, k >> low);
    return make.concat(high, make.binary(operation, term.a, k));
  }
  if (term.operation != Operation::Concat)
    return {};
  const TermId high = make.binary(operation, term.a, k >> make.widthOf(term.b));
  return make.concat(high, make.binary(operation, term.b, k));
}

/// Both operands are extensions of one kind.
TermId extendedLater(Maker make, const Term &term) {
  const Term a = make.at(term.a), b = make.at(term.b);
  if (a.operation != b.operation)
    return {};
  if (a.operation == Operation::ZeroExtend) {
    const unsigned width = std::max(make.widthOf(a.a), make.widthOf(b.a));
    const TermId x = make.zeroExtend(a.a, width), y = make.zeroExtend(b.a, width);
    return make.zeroExtend(make.binary(term.operation, x, y), term.width);
  }
  if (a.operation == Operation::SignExtend) {
    const unsigned width = std::max(make.widthOf(a.a), make.widthOf(b.a));
    const TermId x = make.signExtend(a.a, width), y = make.signExtend(b.a, width);
    return make.signExtend(make.binary(term.operation, x, y), term.width);
  }
  return {};
}

bool hasOperand(const Maker &make, TermId id, Operation operation, TermId operand) {
  const Term term = make.at(id);
  return term.operation == operation && (term.a == operand || term.b == operand);
}

/// x & (x & y), x & (x | y), and the same with the operations swapped.
TermId absorbed(const Maker &make, const Term &term, Operation dual) {
  if (hasOperand(make, term.b, term.operation, term.a) || hasOperand(make, term.a, dual, term.b))
    return term.b;
  if (hasOperand(make, term.a, term.operation, term.b) || hasOperand(make, term.b, dual, term.a))
    return term.a;
  return {};
}

/// x op k
std::optional<Term> withConstant(const Maker &make, TermId id, Operation operation) {
  const Term term = make.at(id);
  return term.operation == operation && make.isConstant(term.b) ? std::optional(term)
                                                                : std::nullopt;
}

/// A truth value repeated in all bits is a choice.
TermId masked(Maker make, TermId a, TermId b) {
  const Term term = make.at(a);
  if (term.operation != Operation::SignExtend || make.widthOf(term.a) != 1)
    return {};
  return make.choose(term.a, b, make.constant(make.widthOf(b), 0));
}

TermId andConstant(Maker make, TermId a, std::uint64_t k) {
  const std::uint64_t useful = k & make.mayBeOne(a);
  if (useful == make.mayBeOne(a))
    return a;
  if (const auto inner = withConstant(make, a, Operation::And))
    return make.binary(Operation::And, inner->a, make.valueOf(inner->b) & k);
  if (isRun(useful))
    return run(make, a, useful);
  if (useful != k)
    return make.binary(Operation::And, a, useful);
  return byParts(make, Operation::And, a, k);
}

/// not (a < b) is b <= a.
TermId flipped(Maker make, TermId condition) {
  const Term term = make.at(condition);
  switch (term.operation) {
  case Operation::ULess:
    return make.binary(Operation::ULessEqual, term.b, term.a);
  case Operation::ULessEqual:
    return make.binary(Operation::ULess, term.b, term.a);
  case Operation::SLess:
    return make.binary(Operation::SLessEqual, term.b, term.a);
  case Operation::SLessEqual:
    return make.binary(Operation::SLess, term.b, term.a);
  default:
    return {};
  }
}

TermId xorConstant(Maker make, TermId a, std::uint64_t k) {
  if (k == 0)
    return a;
  if (const auto inner = withConstant(make, a, Operation::Xor))
    return make.binary(Operation::Xor, inner->a, make.valueOf(inner->b) ^ k);
  const Term term = make.at(a);
  if (term.width == 1)
    return flipped(make, a);
  if (term.operation == Operation::ZeroExtend && k <= maskOf(make.widthOf(term.a)))
    return make.zeroExtend(make.binary(Operation::Xor, term.a, k), term.width);
  return {};
}

TermId shiftByConstant(Maker make, const Term &term, std::uint64_t amount) {
  if (amount == 0)
    return term.a;
  if (term.operation == Operation::AShr)
    amount = std::min<std::uint64_t>(amount, term.width - 1);
  else if (amount >= term.width)
    return make.constant(term.width, 0);
  const auto by = static_cast<unsigned>(amount);
  const unsigned kept = term.width - by;
  if (term.operation == Operation::LShr)
    return make.zeroExtend(make.extract(term.a, by, kept), term.width);
  if (term.operation == Operation::AShr)
    return make.signExtend(make.extract(term.a, by, kept), term.width);
  if (make.mayBeOne(term.a) <= maskOf(kept)) // no bit is lost
    return make.concat(make.extract(term.a, 0, kept), make.constant(by, 0));
  const auto inner = withConstant(make, term.a, Operation::Shl);
  if (!inner)
    return {};
  const std::uint64_t both = make.valueOf(inner->b) + amount; // each is below the width
  return both >= term.width ? make.constant(term.width, 0)
                            : make.binary(Operation::Shl, inner->a, both);
}

} // namespace

TermId joined(Maker make, TermId a, TermId b) {
  const unsigned width = make.widthOf(a);
  const std::uint64_t fromA = make.mayBeOne(a), fromB = make.mayBeOne(b);
  if (fromA & fromB)
    return {};
  // Maximal runs of bits that come from one of the two, or from neither.
  struct Run {
    unsigned low, count;
    TermId from;
  };
  std::vector<Run> runs;
  for (unsigned bit = 0; bit < width; ++bit) {
    const TermId from = fromA >> bit & 1 ? a : fromB >> bit & 1 ? b : TermId();
    if (runs.empty() || runs.back().from != from)
      runs.push_back({bit, 1, from});
    else
      ++runs.back().count;
  }
  constexpr std::size_t mostRuns = 8; // more is a mask of scattered bits, better left alone
  if (runs.size() > mostRuns)
    return {};
  TermId result;
  for (const Run &run : runs) {
    const TermId part =
        run.from ? make.extract(run.from, run.low, run.count) : make.constant(run.count, 0);
    result = result ? make.concat(part, result) : part;
  }
  return result;
}

TermId simplifyAnd(Maker make, const Term &term) {
  if (term.a == term.b)
    return term.a;
  if (make.areComplements(term.a, term.b))
    return make.constant(term.width, 0);
  if (const TermId choice = masked(make, term.a, term.b))
    return choice;
  if (const TermId choice = masked(make, term.b, term.a))
    return choice;
  if (make.isConstant(term.b))
    return andConstant(make, term.a, make.valueOf(term.b));
  if (const TermId one = absorbed(make, term, Operation::Or))
    return one;
  if (term.width == 1)
    if (const TermId one = oneComparison(make, term))
      return one;
  return extendedLater(make, term);
}

TermId simplifyOr(Maker make, const Term &term) {
  if (term.a == term.b)
    return term.a;
  if (make.areComplements(term.a, term.b))
    return make.constant(term.width, ~0ull);
  if (make.isConstant(term.b)) {
    const std::uint64_t k = make.valueOf(term.b), useful = k & ~make.ones(term.a);
    if (useful == 0)
      return term.a;
    if (const auto inner = withConstant(make, term.a, Operation::Or))
      return make.binary(Operation::Or, inner->a, make.valueOf(inner->b) | k);
    if (useful != k)
      return make.binary(Operation::Or, term.a, useful);
    if (const TermId parts = byParts(make, Operation::Or, term.a, k))
      return parts;
  }
  if (const TermId one = absorbed(make, term, Operation::And))
    return one;
  if (term.width == 1)
    if (const TermId one = oneComparison(make, term))
      return one;
  if (const TermId bits = joined(make, term.a, term.b))
    return bits;
  return extendedLater(make, term);
}

TermId simplifyXor(Maker make, const Term &term) {
  if (term.a == term.b)
    return make.constant(term.width, 0);
  if (make.isConstant(term.b)) {
    if (const TermId simpler = xorConstant(make, term.a, make.valueOf(term.b)))
      return simpler;
  } else {
    if (const auto inner = withConstant(make, term.a, Operation::Xor))
      return make.binary(Operation::Xor, make.binary(Operation::Xor, inner->a, term.b), inner->b);
    if (const auto inner = withConstant(make, term.b, Operation::Xor))
      return make.binary(Operation::Xor, make.binary(Operation::Xor, inner->a, term.a), inner->b);
    const Term a = make.at(term.a), b = make.at(term.b);
    if (hasOperand(make, term.a, Operation::Xor, term.b))
      return a.a == term.b ? a.b : a.a;
    if (hasOperand(make, term.b, Operation::Xor, term.a))
      return b.a == term.a ? b.b : b.a;
  }
  if (const TermId bits = joined(make, term.a, term.b))
    return bits;
  return extendedLater(make, term);
}

TermId simplifyShift(Maker make, const Term &term) {
  if (term.width == 1)
    return term.operation == Operation::AShr
               ? term.a
               : make.binary(Operation::And, term.a, make.negation(term.b));
  if (make.isConstant(term.a, 0))
    return term.a;
  if (term.operation == Operation::AShr && make.isConstant(term.a, ~0ull))
    return term.a;
  if (make.isConstant(term.b))
    return shiftByConstant(make, term, make.valueOf(term.b));
  if (term.operation == Operation::AShr && make.signIsZero(term.a))
    return make.binary(Operation::LShr, term.a, term.b);
  return {};
}

} // namespace expr
