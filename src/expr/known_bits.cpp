#include "expr/known_bits.h"

#include "expr/pool.h"

#include <bit>

// Where nothing is said about an operation, nothing is known of its result. Numbers without a sign
// that are known to be at most m have zeros above the highest bit of m.

namespace expr {

namespace {

/// An operand: its known bits, and with them the least and greatest value it may have.
struct Operand {
  std::uint64_t zeros = 0, ones = 0;
  unsigned width = 0;

  std::uint64_t least() const { return ones; }
  std::uint64_t most() const { return ~zeros & maskOf(width); }
  unsigned lowZeros() const { return static_cast<unsigned>(std::countr_one(zeros)); }
};

std::uint64_t above(std::uint64_t most) {
  return most == 0 ? ~0ull : ~maskOf(static_cast<unsigned>(std::bit_width(most)));
}

/// a + b + carry. A bit of the sum is known if both bits and the carry into it are: the carries are
/// those of the sum of all that may be one, and of the sum of all that must be.
KnownBits sum(const Operand &a, const Operand &b, unsigned carry) {
  const std::uint64_t most = a.most() + b.most() + carry;
  const std::uint64_t least = a.least() + b.least() + carry;
  const std::uint64_t noCarry = ~(most ^ a.most() ^ b.most());
  const std::uint64_t sureCarry = least ^ a.least() ^ b.least();
  const std::uint64_t known = (a.zeros | a.ones) & (b.zeros | b.ones) & (noCarry | sureCarry);
  return {~most & known, least & known};
}

KnownBits product(const Operand &a, const Operand &b) {
  KnownBits known{maskOf(a.lowZeros() + b.lowZeros()), 0};
  std::uint64_t most = 0;
  if (!__builtin_mul_overflow(a.most(), b.most(), &most) && most <= maskOf(a.width))
    known.zeros |= above(most);
  return known;
}

KnownBits rest(const Operand &a, const Operand &b) {
  std::uint64_t zeros = above(a.most());
  if (b.least() > 0)
    zeros |= above(b.most() - 1);
  return {zeros, 0};
}

__extension__ using DoubleWord = unsigned __int128;

KnownBits highOfProduct(const Operand &a, const Operand &b) {
  const DoubleWord most = static_cast<DoubleWord>(a.most()) * b.most();
  return {above(static_cast<std::uint64_t>(most >> a.width)), 0};
}

KnownBits wideQuotient(const Operand &a, const Operand &b, const Operand &c) {
  if (c.least() == 0)
    return {};
  const DoubleWord most = (static_cast<DoubleWord>(a.most()) << b.width | b.most()) / c.least();
  return most > maskOf(a.width) ? KnownBits{}
                                : KnownBits{above(static_cast<std::uint64_t>(most)), 0};
}

KnownBits wideRest(const Operand &c) {
  return c.least() > 0 ? KnownBits{above(c.most() - 1), 0} : KnownBits{};
}

KnownBits of(const Term &term, const Operand &a, const Operand &b, const Operand &c,
             bool shiftIsKnown) {
  switch (term.operation) {
  case Operation::Constant:
    return {~term.value, term.value};
  case Operation::Add:
    return sum(a, b, 0);
  case Operation::Sub: // a + ~b + 1
    return sum(a, {b.ones, b.zeros, b.width}, 1);
  case Operation::Mul:
    return product(a, b);
  case Operation::UDiv:
    return b.least() > 0 ? KnownBits{above(a.most() / b.least()), 0} : KnownBits{};
  case Operation::URem:
    return rest(a, b);
  case Operation::And:
    return {a.zeros | b.zeros, a.ones & b.ones};
  case Operation::Or:
    return {a.zeros & b.zeros, a.ones | b.ones};
  case Operation::Xor:
    return {(a.zeros & b.zeros) | (a.ones & b.ones), (a.zeros & b.ones) | (a.ones & b.zeros)};
  case Operation::Shl:
    if (shiftIsKnown && b.ones < term.width)
      return {a.zeros << b.ones | maskOf(static_cast<unsigned>(b.ones)), a.ones << b.ones};
    return {maskOf(a.lowZeros()), 0};
  case Operation::LShr:
    return {above(a.most()), 0};
  case Operation::Choose:
    return {b.zeros & c.zeros, b.ones & c.ones};
  case Operation::ZeroExtend:
    return {a.zeros | ~maskOf(a.width), a.ones};
  case Operation::SignExtend: {
    const std::uint64_t sign = signBitOf(a.width);
    return {a.zeros & sign ? a.zeros | ~maskOf(a.width) : a.zeros,
            a.ones & sign ? a.ones | ~maskOf(a.width) : a.ones};
  }
  case Operation::Extract:
    return {a.zeros >> term.extra, a.ones >> term.extra};
  case Operation::Concat:
    return {a.zeros << b.width | b.zeros, a.ones << b.width | b.ones};
  case Operation::MulHigh:
    return highOfProduct(a, b);
  case Operation::WideDiv:
    return wideQuotient(a, b, c);
  case Operation::WideRem:
    return wideRest(c);
  default:
    return {};
  }
}

} // namespace

KnownBits knownBits(const Pool &pool, const Term &term) {
  const auto operand = [&](TermId id) {
    if (!id)
      return Operand();
    const KnownBits &known = pool.known(id);
    return Operand{known.zeros, known.ones, pool[id].width};
  };
  const bool shiftIsKnown = term.b && pool.isConstant(term.b);
  const KnownBits known = of(term, operand(term.a), operand(term.b), operand(term.c), shiftIsKnown);
  return {known.zeros & maskOf(term.width), known.ones & maskOf(term.width)};
}

} // namespace expr
