// Sums and products are computed with more bits than terms have, then brought back: a range that
// lies within one turn of the wrap-around stays a range, any other becomes everything.
#include "solver/intervals/rules.h"

#include <algorithm>
#include <bit>

namespace solver::intervals {

using expr::maskOf;
using expr::Operation;
using expr::signBitOf;
using expr::signedValue;

namespace {

using Wide = __int128;

struct WideRange {
  Wide low, high;
  void add(Wide value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// The result modulo 2^w, computed exactly from operands without a sign.
void meetModuloUnsigned(Domain &z, WideRange exact) {
  const unsigned w = z.width();
  if (exact.low >> w == exact.high >> w)
    z.meetUnsigned(static_cast<std::uint64_t>(exact.low) & maskOf(w),
                   static_cast<std::uint64_t>(exact.high) & maskOf(w));
}

/// The same for operands with a sign.
void meetModuloSigned(Domain &z, WideRange exact) {
  const unsigned w = z.width();
  const Wide half = Wide(1) << (w - 1);
  if ((exact.low + half) >> w == (exact.high + half) >> w)
    z.meetSigned(signedValue(static_cast<std::uint64_t>(exact.low) & maskOf(w), w),
                 signedValue(static_cast<std::uint64_t>(exact.high) & maskOf(w), w));
}

void meetClampedUnsigned(Domain &z, Wide low, Wide high) {
  const Wide last = Wide(maskOf(z.width()));
  if (low > last || high < 0)
    return z.makeEmpty();
  z.meetUnsigned(static_cast<std::uint64_t>(std::max(low, Wide(0))),
                 static_cast<std::uint64_t>(std::min(high, last)));
}

void meetClampedSigned(Domain &z, Wide low, Wide high) {
  const Wide last = Wide(signBitOf(z.width())) - 1, first = -last - 1;
  if (low > last || high < first)
    return z.makeEmpty();
  z.meetSigned(static_cast<std::int64_t>(std::max(low, first)),
               static_cast<std::int64_t>(std::min(high, last)));
}

/// a + b + carry, bit by bit: the carries are those of the sum of all that may be one, and of the
/// sum of all that must be.
void meetSumBits(Domain &z, std::uint64_t zerosA, std::uint64_t onesA, std::uint64_t zerosB,
                 std::uint64_t onesB, unsigned carry) {
  const std::uint64_t mask = maskOf(z.width());
  const std::uint64_t mostA = ~zerosA & mask, mostB = ~zerosB & mask;
  const std::uint64_t most = mostA + mostB + carry, least = onesA + onesB + carry;
  const std::uint64_t noCarry = ~(most ^ mostA ^ mostB), sureCarry = least ^ onesA ^ onesB;
  const std::uint64_t known = (zerosA | onesA) & (zerosB | onesB) & (noCarry | sureCarry);
  z.meetBits(~most & known, least & known);
}

void meetSum(Domain &z, const Domain &a, const Domain &b) {
  meetModuloUnsigned(z, {Wide(a.low()) + b.low(), Wide(a.high()) + b.high()});
  meetModuloSigned(z, {Wide(a.signedLow()) + b.signedLow(), Wide(a.signedHigh()) + b.signedHigh()});
  meetSumBits(z, a.zeros(), a.ones(), b.zeros(), b.ones(), 0);
}

void meetDifference(Domain &z, const Domain &a, const Domain &b) {
  meetModuloUnsigned(z, {Wide(a.low()) - b.high(), Wide(a.high()) - b.low()});
  meetModuloSigned(z, {Wide(a.signedLow()) - b.signedHigh(), Wide(a.signedHigh()) - b.signedLow()});
  meetSumBits(z, a.zeros(), a.ones(), b.ones(), b.zeros(), 1);
}

WideRange signedProduct(const Domain &a, const Domain &b) {
  const Wide corner = Wide(a.signedLow()) * b.signedLow();
  WideRange exact{corner, corner};
  exact.add(Wide(a.signedLow()) * b.signedHigh());
  exact.add(Wide(a.signedHigh()) * b.signedLow());
  exact.add(Wide(a.signedHigh()) * b.signedHigh());
  return exact;
}

/// Without a sign; none if it may not fit, not even into the wide type.
bool unsignedProductFits(const Domain &a, const Domain &b) {
  unsigned __int128 most = 0;
  return !__builtin_mul_overflow(static_cast<unsigned __int128>(a.high()),
                                 static_cast<unsigned __int128>(b.high()), &most) &&
         most <= maskOf(a.width());
}

bool signedProductFits(const Domain &a, const Domain &b) {
  const WideRange exact = signedProduct(a, b);
  const Wide half = Wide(1) << (a.width() - 1);
  return exact.low >= -half && exact.high < half;
}

void meetProduct(Domain &z, const Domain &a, const Domain &b, bool isSquare) {
  if (unsignedProductFits(a, b))
    z.meetUnsigned(a.low() * b.low(), a.high() * b.high());
  WideRange exact = signedProduct(a, b);
  if (isSquare) {
    const Wide low = a.signedLow(), high = a.signedHigh();
    exact = {low > 0 ? low * low : high < 0 ? high * high : 0, std::max(low * low, high * high)};
  }
  meetModuloSigned(z, exact);
  const unsigned lowZeros = static_cast<unsigned>(std::countr_one(a.zeros())) +
                            static_cast<unsigned>(std::countr_one(b.zeros()));
  z.meetBits(maskOf(lowZeros), 0);
}

/// What z = a * b without overflow says of a.
void meetUnsignedFactor(Domain &a, const Domain &z, const Domain &b) {
  if (b.isEmpty() || b.low() == 0)
    return;
  a.meetUnsigned((z.low() / b.high()) + (z.low() % b.high() != 0 ? 1 : 0), z.high() / b.low());
}

Wide floorOf(Wide n, Wide d) { return n / d - (n % d != 0 && (n < 0) != (d < 0) ? 1 : 0); }
Wide ceilingOf(Wide n, Wide d) { return -floorOf(-n, d); }

void meetSignedFactor(Domain &a, const Domain &z, const Domain &b) {
  if (b.signedLow() <= 0 && b.signedHigh() >= 0)
    return;
  const Wide ends[] = {z.signedLow(), z.signedHigh()};
  const Wide divisors[] = {b.signedLow(), b.signedHigh()};
  Wide low = ceilingOf(ends[0], divisors[0]), high = floorOf(ends[0], divisors[0]);
  for (const Wide end : ends)
    for (const Wide divisor : divisors) {
      low = std::min(low, ceilingOf(end, divisor));
      high = std::max(high, floorOf(end, divisor));
    }
  if (low > high)
    return a.makeEmpty();
  meetClampedSigned(a, low, high);
}

void meetUnsignedQuotient(Domain &z, const Domain &a, const Domain &b) {
  if (b.high() == 0)
    return z.meetValue(maskOf(z.width()));
  const std::uint64_t most = b.low() == 0 ? maskOf(z.width()) : a.high() / b.low();
  z.meetUnsigned(a.low() / b.high(), most);
}

void meetSignedQuotient(Domain &z, const Domain &a, const Domain &b) {
  bool any = false;
  WideRange exact{0, 0};
  const auto add = [&](Wide value) {
    exact = any ? exact : WideRange{value, value};
    exact.add(value);
    any = true;
  };
  const auto divide = [&](Wide low, Wide high) {
    if (low > high)
      return;
    for (const Wide end : {Wide(a.signedLow()), Wide(a.signedHigh())})
      for (const Wide divisor : {low, high})
        add(end / divisor);
  };
  divide(b.signedLow(), std::min<Wide>(b.signedHigh(), -1));
  divide(std::max<Wide>(b.signedLow(), 1), b.signedHigh());
  if (b.signedLow() <= 0 && b.signedHigh() >= 0) {
    add(1);
    add(-1);
  }
  meetModuloSigned(z, exact);
}

void meetUnsignedRest(Domain &z, const Domain &a, const Domain &b) {
  if (b.low() > a.high())
    return z.meet(a);
  z.meetUnsigned(0, b.low() == 0 ? a.high() : std::min(a.high(), b.high() - 1));
  if (b.low() == b.high() && b.low() != 0 && a.low() / b.low() == a.high() / b.low())
    z.meetUnsigned(a.low() % b.low(), a.high() % b.low());
}

void meetSignedRest(Domain &z, const Domain &a, const Domain &b) {
  Wide low = std::min<Wide>(a.signedLow(), 0), high = std::max<Wide>(a.signedHigh(), 0);
  if (b.signedLow() > 0 || b.signedHigh() < 0) {
    const Wide most = std::max(b.signedLow() < 0 ? -Wide(b.signedLow()) : Wide(b.signedLow()),
                               b.signedHigh() < 0 ? -Wide(b.signedHigh()) : Wide(b.signedHigh()));
    low = std::max(low, 1 - most);
    high = std::min(high, most - 1);
  }
  meetClampedSigned(z, low, high);
}

std::uint64_t shifted(std::uint64_t value, std::uint64_t amount) {
  return amount >= 64 ? 0 : value >> amount;
}

bool isFixed(const Domain &x) { return x.low() == x.high(); }

void meetLeftShift(Domain &z, const Domain &a, const Domain &b) {
  const unsigned w = z.width();
  if (!isFixed(b)) {
    z.meetBits(maskOf(static_cast<unsigned>(std::countr_one(a.zeros()))), 0);
    return;
  }
  if (b.low() >= w)
    return z.meetValue(0);
  const auto k = static_cast<unsigned>(b.low());
  z.meetBits(a.zeros() << k | maskOf(k), a.ones() << k);
  meetModuloUnsigned(z, {Wide(a.low()) << k, Wide(a.high()) << k});
}

void meetArithmeticShift(Domain &z, const Domain &a, const Domain &b) {
  const auto by = [](std::int64_t value, std::uint64_t amount) {
    return value >> std::min<std::uint64_t>(amount, 63);
  };
  z.meetSigned(std::min(by(a.signedLow(), b.low()), by(a.signedLow(), b.high())),
               std::max(by(a.signedHigh(), b.low()), by(a.signedHigh(), b.high())));
}

void meetLogicalShift(Domain &z, const Domain &a, const Domain &b) {
  z.meetUnsigned(shifted(a.low(), b.high()), shifted(a.high(), b.low()));
  if (isFixed(b) && b.low() < z.width())
    z.meetBits(a.zeros() >> b.low(), a.ones() >> b.low());
}

void meetExtract(Domain &z, const Domain &a, unsigned lowest) {
  z.meetBits(a.zeros() >> lowest, a.ones() >> lowest);
  meetModuloUnsigned(z, {Wide(a.low() >> lowest), Wide(a.high() >> lowest)});
  meetModuloSigned(z, {Wide(a.signedLow() >> lowest), Wide(a.signedHigh() >> lowest)});
}

/// 1 and 0 for what is sure, else nothing.
void meetTruth(Domain &z, bool isTrue, bool isFalse) {
  if (isTrue)
    z.meetValue(1);
  if (isFalse)
    z.meetValue(0);
}

bool neverEqual(const Domain &a, const Domain &b) {
  return a.high() < b.low() || b.high() < a.low() || a.signedHigh() < b.signedLow() ||
         b.signedHigh() < a.signedLow() || (a.zeros() & b.ones()) != 0 ||
         (a.ones() & b.zeros()) != 0;
}

/// The sign of a number is one bit: negation changes it.
NumberRange negative(const NumberRange &x) {
  return x.hasNumbers() ? NumberRange{-x.high, -x.low, x.nan} : x;
}

bool isSignChange(const Domain &z, const Domain &x, const Domain &constant) {
  return z.isNumber() && x.isNumber() && isFixed(constant) &&
         constant.low() == signBitOf(z.width());
}

void forwardBitwise(const Shape &shape, Domain &z, const Domain &a, const Domain &b) {
  switch (shape.operation) {
  case Operation::And:
    z.meetBits(a.zeros() | b.zeros(), a.ones() & b.ones());
    z.meetUnsigned(0, std::min(a.high(), b.high()));
    break;
  case Operation::Or:
    z.meetBits(a.zeros() & b.zeros(), a.ones() | b.ones());
    z.meetUnsigned(std::max(a.low(), b.low()), maskOf(z.width()));
    break;
  default:
    z.meetBits((a.zeros() & b.zeros()) | (a.ones() & b.ones()),
               (a.zeros() & b.ones()) | (a.ones() & b.zeros()));
    if (isSignChange(z, a, b))
      z.meetNumbers(negative(a.number()));
  }
}

void backwardBitwise(const Shape &shape, const Domain &z, Domain &a, Domain &b) {
  switch (shape.operation) {
  case Operation::And:
    a.meetBits(z.zeros() & b.ones(), z.ones());
    b.meetBits(z.zeros() & a.ones(), z.ones());
    a.meetUnsigned(z.low(), maskOf(a.width()));
    b.meetUnsigned(z.low(), maskOf(b.width()));
    break;
  case Operation::Or:
    a.meetBits(z.zeros(), z.ones() & b.zeros());
    b.meetBits(z.zeros(), z.ones() & a.zeros());
    a.meetUnsigned(0, z.high());
    b.meetUnsigned(0, z.high());
    break;
  default:
    a.meetBits((z.zeros() & b.zeros()) | (z.ones() & b.ones()),
               (z.zeros() & b.ones()) | (z.ones() & b.zeros()));
    b.meetBits((z.zeros() & a.zeros()) | (z.ones() & a.ones()),
               (z.zeros() & a.ones()) | (z.ones() & a.zeros()));
    if (isSignChange(z, a, b))
      a.meetNumbers(negative(z.number()));
  }
}

void forwardComparison(const Shape &shape, Domain &z, const Domain &a, const Domain &b) {
  switch (shape.operation) {
  case Operation::Equal:
    return meetTruth(z, a.isPoint() && b.isPoint() && a.value() == b.value(), neverEqual(a, b));
  case Operation::ULess:
    return meetTruth(z, a.high() < b.low(), a.low() >= b.high());
  case Operation::ULessEqual:
    return meetTruth(z, a.high() <= b.low(), a.low() > b.high());
  case Operation::SLess:
    return meetTruth(z, a.signedHigh() < b.signedLow(), a.signedLow() >= b.signedHigh());
  default:
    return meetTruth(z, a.signedHigh() <= b.signedLow(), a.signedLow() > b.signedHigh());
  }
}

void unequal(Domain &a, const Domain &b) {
  if (!isFixed(b))
    return;
  const std::uint64_t mask = maskOf(a.width());
  const std::int64_t with = b.signedLow();
  if (isFixed(a) && a.low() == b.low())
    return a.makeEmpty();
  if (a.low() == b.low())
    a.meetUnsigned(a.low() + 1, mask);
  else if (a.high() == b.low())
    a.meetUnsigned(0, a.high() - 1);
  if (a.isEmpty() || a.signedLow() == a.signedHigh())
    return;
  if (a.signedLow() == with)
    a.meetSigned(with + 1, a.signedHigh());
  else if (a.signedHigh() == with)
    a.meetSigned(a.signedLow(), with - 1);
}

/// a < b, or a <= b.
void unsignedLess(Domain &a, Domain &b, bool orEqual) {
  const std::uint64_t gap = orEqual ? 0 : 1, mask = maskOf(a.width());
  if (b.high() < gap || a.low() > mask - gap)
    return a.makeEmpty();
  a.meetUnsigned(0, b.high() - gap);
  b.meetUnsigned(a.low() + gap, mask);
}

void signedLess(Domain &a, Domain &b, bool orEqual) {
  const Wide gap = orEqual ? 0 : 1;
  const Wide last = Wide(signBitOf(a.width())) - 1;
  meetClampedSigned(a, -last - 1, Wide(b.signedHigh()) - gap);
  meetClampedSigned(b, Wide(a.signedLow()) + gap, last);
}

void backwardComparison(const Shape &shape, const Domain &z, Domain &a, Domain &b) {
  if (!isFixed(z))
    return;
  const bool holds = z.low() != 0;
  switch (shape.operation) {
  case Operation::Equal:
    if (holds) {
      a.meet(b);
      b.meet(a);
    } else {
      unequal(a, b);
      unequal(b, a);
    }
    return;
  case Operation::ULess:
    return holds ? unsignedLess(a, b, false) : unsignedLess(b, a, true);
  case Operation::ULessEqual:
    return holds ? unsignedLess(a, b, true) : unsignedLess(b, a, false);
  case Operation::SLess:
    return holds ? signedLess(a, b, false) : signedLess(b, a, true);
  default:
    return holds ? signedLess(a, b, true) : signedLess(b, a, false);
  }
}

void backwardProduct(const Domain &z, Domain &a, Domain &b, bool isSquare) {
  if (unsignedProductFits(a, b)) {
    meetUnsignedFactor(a, z, b);
    meetUnsignedFactor(b, z, a);
  }
  if (a.isEmpty() || b.isEmpty() || !signedProductFits(a, b))
    return;
  meetSignedFactor(a, z, b);
  if (!a.isEmpty() && !isSquare)
    meetSignedFactor(b, z, a);
}

void backwardUnsignedQuotient(const Domain &z, Domain &a, Domain &b) {
  const std::uint64_t mask = maskOf(a.width());
  if (z.high() < mask) // what a division by zero would give
    b.meetUnsigned(1, mask);
  if (b.isEmpty() || b.low() == 0)
    return;
  std::uint64_t least = 0, most = 0;
  if (__builtin_mul_overflow(z.low(), b.low(), &least) || least > mask)
    return a.makeEmpty();
  const bool isHuge = __builtin_mul_overflow(z.high(), b.high(), &most) ||
                      __builtin_add_overflow(most, b.high() - 1, &most);
  a.meetUnsigned(least, isHuge ? mask : most);
  if (a.isEmpty())
    return;
  if (z.low() > 0)
    b.meetUnsigned(0, a.high() / z.low());
  meetClampedUnsigned(b, Wide(a.low()) / (Wide(z.high()) + 1) + 1, Wide(mask));
}

void backwardSignedQuotient(const Domain &z, Domain &a, const Domain &b) {
  if (!isFixed(b) || b.signedLow() <= 0)
    return;
  const Wide c = b.signedLow(), low = z.signedLow(), high = z.signedHigh();
  meetClampedSigned(a, low > 0 ? low * c : low * c - (c - 1),
                    high < 0 ? high * c : high * c + (c - 1));
}

void backwardUnsignedRest(const Domain &z, Domain &a, Domain &b) {
  a.meetUnsigned(z.low(), maskOf(a.width()));
  if (a.isEmpty() || !isFixed(b) || b.low() == 0)
    return;
  const std::uint64_t c = b.low();
  if (a.low() / c == a.high() / c) {
    const Wide base = Wide(a.low() / c) * c;
    meetClampedUnsigned(a, base + z.low(), base + z.high());
  }
}

void backwardSignedRest(const Domain &z, Domain &a) {
  if (z.signedLow() > 0)
    a.meetSigned(z.signedLow(), a.signedHigh());
  if (z.signedHigh() < 0)
    a.meetSigned(a.signedLow(), z.signedHigh());
}

void backwardShift(const Shape &shape, const Domain &z, Domain &a, const Domain &b) {
  const unsigned w = a.width();
  if (!isFixed(b) || b.low() >= w)
    return;
  const auto k = static_cast<unsigned>(b.low());
  const std::uint64_t kept = maskOf(w) << k & maskOf(w);
  if (shape.operation == Operation::Shl) {
    a.meetBits((z.zeros() & kept) >> k, (z.ones() & kept) >> k);
    if (!a.isEmpty() && Wide(a.high()) << k <= Wide(maskOf(w)))
      a.meetUnsigned((z.low() >> k) + ((z.low() & maskOf(k)) != 0 ? 1 : 0), z.high() >> k);
  } else if (shape.operation == Operation::LShr) {
    a.meetBits(z.zeros() << k & kept, z.ones() << k);
    meetClampedUnsigned(a, Wide(z.low()) << k, (Wide(z.high()) << k) + Wide(maskOf(k)));
  } else {
    meetClampedSigned(a, Wide(z.signedLow()) * (Wide(1) << k),
                      Wide(z.signedHigh()) * (Wide(1) << k) + Wide(maskOf(k)));
  }
}

void backwardExtract(const Shape &shape, const Domain &z, Domain &a) {
  const unsigned w = z.width(), wide = a.width(), lowest = shape.extra;
  const std::uint64_t kept = maskOf(w) << lowest;
  a.meetBits((z.zeros() << lowest) & kept, z.ones() << lowest);
  if (a.isEmpty())
    return;
  if (lowest + w == wide)
    meetClampedUnsigned(a, Wide(z.low()) << lowest, (Wide(z.high()) << lowest) + maskOf(lowest));
  if (lowest != 0 || a.isEmpty())
    return;
  const Wide half = Wide(1) << (w - 1);
  if (a.high() <= maskOf(w))
    a.meetUnsigned(z.low(), z.high());
  if (!a.isEmpty() && a.signedLow() >= -half && a.signedHigh() < half)
    a.meetSigned(z.signedLow(), z.signedHigh());
}

void backwardConcat(const Domain &z, Domain &a, Domain &b) {
  const unsigned below = b.width();
  a.meetUnsigned(z.low() >> below, z.high() >> below);
  a.meetBits(z.zeros() >> below, z.ones() >> below);
  b.meetBits(z.zeros(), z.ones());
  if (!a.isEmpty() && isFixed(a))
    meetClampedUnsigned(b, Wide(z.low()) - (Wide(a.low()) << below),
                        Wide(z.high()) - (Wide(a.low()) << below));
}

void backwardChoose(const Domain &z, Domain &condition, Domain &yes, Domain &no) {
  const auto cannotBe = [&](const Domain &x) {
    Domain both = z;
    both.meet(x);
    return both.isEmpty();
  };
  if (!isFixed(condition)) {
    if (cannotBe(yes))
      condition.meetValue(0);
    if (cannotBe(no))
      condition.meetValue(1);
  }
  if (!condition.isEmpty() && isFixed(condition))
    (condition.low() != 0 ? yes : no).meet(z);
}

} // namespace

void forwardInteger(const Shape &shape, Domain &z, const Domain &a, const Domain &b,
                    const Domain &c) {
  switch (shape.operation) {
  case Operation::Add:
    return meetSum(z, a, b);
  case Operation::Sub:
    return meetDifference(z, a, b);
  case Operation::Mul:
    return meetProduct(z, a, b, shape.isSquare);
  case Operation::UDiv:
    return meetUnsignedQuotient(z, a, b);
  case Operation::SDiv:
    return meetSignedQuotient(z, a, b);
  case Operation::URem:
    return meetUnsignedRest(z, a, b);
  case Operation::SRem:
    return meetSignedRest(z, a, b);
  case Operation::And:
  case Operation::Or:
  case Operation::Xor:
    return forwardBitwise(shape, z, a, b);
  case Operation::Shl:
    return meetLeftShift(z, a, b);
  case Operation::LShr:
    return meetLogicalShift(z, a, b);
  case Operation::AShr:
    return meetArithmeticShift(z, a, b);
  case Operation::Equal:
  case Operation::ULess:
  case Operation::ULessEqual:
  case Operation::SLess:
  case Operation::SLessEqual:
    return forwardComparison(shape, z, a, b);
  case Operation::Choose: {
    Domain either = b;
    if (isFixed(a))
      either = a.low() != 0 ? b : c;
    else
      either.join(c);
    return z.meet(either);
  }
  case Operation::ZeroExtend:
    z.meetUnsigned(a.low(), a.high());
    return z.meetBits(a.zeros() | ~maskOf(a.width()), a.ones());
  case Operation::SignExtend:
    z.meetSigned(a.signedLow(), a.signedHigh());
    return z.meetBits(a.zeros() & maskOf(a.width() - 1), a.ones() & maskOf(a.width() - 1));
  case Operation::Extract:
    return meetExtract(z, a, shape.extra);
  case Operation::Concat:
    z.meetUnsigned(a.low() << b.width() | b.low(), a.high() << b.width() | b.high());
    return z.meetBits(a.zeros() << b.width() | b.zeros(), a.ones() << b.width() | b.ones());
  default:
    return;
  }
}

void backwardInteger(const Shape &shape, const Domain &z, Domain &a, Domain &b, Domain &c) {
  switch (shape.operation) {
  case Operation::Add:
    meetDifference(a, z, b);
    return a.isEmpty() ? void() : meetDifference(b, z, a);
  case Operation::Sub:
    meetSum(a, z, b);
    return a.isEmpty() ? void() : meetDifference(b, a, z);
  case Operation::Mul:
    return backwardProduct(z, a, b, shape.isSquare);
  case Operation::UDiv:
    return backwardUnsignedQuotient(z, a, b);
  case Operation::SDiv:
    return backwardSignedQuotient(z, a, b);
  case Operation::URem:
    return backwardUnsignedRest(z, a, b);
  case Operation::SRem:
    return backwardSignedRest(z, a);
  case Operation::And:
  case Operation::Or:
  case Operation::Xor:
    return backwardBitwise(shape, z, a, b);
  case Operation::Shl:
  case Operation::LShr:
  case Operation::AShr:
    return backwardShift(shape, z, a, b);
  case Operation::Equal:
  case Operation::ULess:
  case Operation::ULessEqual:
  case Operation::SLess:
  case Operation::SLessEqual:
    return backwardComparison(shape, z, a, b);
  case Operation::Choose:
    return backwardChoose(z, a, b, c);
  case Operation::ZeroExtend:
    if (z.low() > maskOf(a.width()))
      return a.makeEmpty();
    a.meetUnsigned(z.low(), std::min(z.high(), maskOf(a.width())));
    return a.meetBits(z.zeros(), z.ones());
  case Operation::SignExtend:
    meetClampedSigned(a, z.signedLow(), z.signedHigh());
    return a.meetBits(z.zeros(), z.ones() & maskOf(a.width()));
  case Operation::Extract:
    return backwardExtract(shape, z, a);
  case Operation::Concat:
    return backwardConcat(z, a, b);
  default:
    return;
  }
}

} // namespace solver::intervals
