// Reduction runs until nothing changes, with a bound: every step is sound by itself.
#include "solver/intervals/domain.h"

#include "expr/floating.h"
#include "expr/operation.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace solver::intervals {

using expr::maskOf;
using expr::signBitOf;
using expr::signedValue;

namespace {

/// The bits of numbers and NaNs come in four stretches, each in the order of the bits.
struct Stretch {
  std::uint64_t first, last;
};

struct Stretches {
  Stretch positive, positiveNan, negative, negativeNan;

  explicit Stretches(unsigned width) {
    const std::uint64_t infinite = bitsOf(infinity, width), sign = signBitOf(width);
    positive = {0, infinite};
    positiveNan = {infinite + 1, sign - 1};
    negative = {sign, sign | infinite};
    negativeNan = {(sign | infinite) + 1, maskOf(width)};
  }
};

bool overlap(Stretch stretch, std::uint64_t low, std::uint64_t high) {
  return stretch.first <= high && low <= stretch.last;
}

} // namespace

Domain::Domain(unsigned width, View view)
    : high_(maskOf(width)), signedLow_(signedValue(signBitOf(width), width)),
      signedHigh_(static_cast<std::int64_t>(signBitOf(width) - 1)),
      width_(static_cast<std::uint8_t>(width)), view_(view) {}

bool Domain::isPoint() const {
  if (empty_)
    return false;
  return isInteger() ? low_ == high_ : number_.isPoint();
}

std::uint64_t Domain::value() const { return isInteger() ? low_ : bitsOf(number_.low, width_); }

bool Domain::contains(std::uint64_t bits) const {
  if (empty_)
    return false;
  if (isNumber() && !number_.contains(numberOf(bits, width_)))
    return false;
  if (!isInteger())
    return true;
  const std::int64_t with = signedValue(bits, width_);
  return bits >= low_ && bits <= high_ && with >= signedLow_ && with <= signedHigh_ &&
         (bits & zeros_) == 0 && (~bits & ones_) == 0;
}

std::uint64_t Domain::nearest(std::uint64_t bits) const {
  if (contains(bits))
    return bits;
  if (isNumber() && !(isInteger() && low_ == high_)) {
    if (!number_.hasNumbers())
      return isInteger() ? low_ : expr::nanOf(width_);
    const double number = numberOf(bits, width_);
    if (number != number)
      return bitsOf(middle(number_.low, number_.high, width_), width_);
    return bitsOf(lesser(greater(number, number_.low), number_.high), width_);
  }
  const std::int64_t with = std::clamp(signedValue(bits, width_), signedLow_, signedHigh_);
  const std::uint64_t here =
      std::clamp(static_cast<std::uint64_t>(with) & maskOf(width_), low_, high_);
  return (here & ~zeros_) | ones_;
}

double Domain::logSize() const {
  if (empty_)
    return 0;
  double size = 64;
  if (isInteger()) {
    const std::uint64_t without = high_ - low_;
    const std::uint64_t with =
        static_cast<std::uint64_t>(signedHigh_) - static_cast<std::uint64_t>(signedLow_);
    size = std::log2(static_cast<double>(std::min(without, with)) + 1);
  }
  if (isNumber()) {
    const double numbers =
        number_.hasNumbers()
            ? static_cast<double>(stepsBetween(number_.low, number_.high, width_)) + 1
            : 0;
    size = std::min(size, std::log2(numbers + (number_.nan ? 1 : 0)));
  }
  return size;
}

/// Between the three views of an integer. True: something changed.
bool Domain::reduceIntegers() {
  const Domain before = *this;
  const std::uint64_t mask = maskOf(width_), sign = signBitOf(width_);
  low_ = std::max(low_, ones_);
  high_ = std::min(high_, ~zeros_ & mask);
  if (low_ > high_ || signedLow_ > signedHigh_ || (zeros_ & ones_) != 0) {
    empty_ = true;
    return true;
  }
  // Bits above the first in which both ends differ are the same in all that lies between.
  const std::uint64_t differ = low_ ^ high_;
  const std::uint64_t same =
      mask & (differ == 0 ? ~0ull : ~maskOf(static_cast<unsigned>(std::bit_width(differ))));
  ones_ |= low_ & same;
  zeros_ |= ~low_ & same;
  // Without a sign and with it are the same order where no end crosses the sign.
  if (((low_ ^ high_) & sign) == 0) {
    signedLow_ = std::max(signedLow_, signedValue(low_, width_));
    signedHigh_ = std::min(signedHigh_, signedValue(high_, width_));
  }
  if ((signedLow_ < 0) == (signedHigh_ < 0)) {
    low_ = std::max(low_, static_cast<std::uint64_t>(signedLow_) & mask);
    high_ = std::min(high_, static_cast<std::uint64_t>(signedHigh_) & mask);
  } else { // one of the two halves may be ruled out
    const auto lastPositive = static_cast<std::uint64_t>(signedHigh_);
    const auto firstNegative = static_cast<std::uint64_t>(signedLow_) & mask;
    if (low_ > lastPositive)
      low_ = std::max(low_, firstNegative);
    if (high_ < firstNegative)
      high_ = std::min(high_, lastPositive);
  }
  empty_ = empty_ || low_ > high_ || signedLow_ > signedHigh_ || (zeros_ & ones_) != 0;
  return !(*this == before);
}

void Domain::numbersFromBits() {
  const Stretches all(width_);
  NumberRange found = NumberRange::none();
  found.nan = overlap(all.positiveNan, low_, high_) || overlap(all.negativeNan, low_, high_);
  if (overlap(all.positive, low_, high_)) {
    found.add(numberOf(std::max(low_, all.positive.first), width_));
    found.add(numberOf(std::min(high_, all.positive.last), width_));
  }
  if (overlap(all.negative, low_, high_)) {
    found.add(numberOf(std::max(low_, all.negative.first), width_));
    found.add(numberOf(std::min(high_, all.negative.last), width_));
  }
  number_.meet(found);
}

/// True: something changed.
bool Domain::bitsFromNumbers() {
  const Stretches all(width_);
  std::uint64_t least = ~0ull, most = 0;
  std::int64_t signedLeast = std::numeric_limits<std::int64_t>::max(), signedMost = -signedLeast;
  const auto hold = [&](std::uint64_t first, std::uint64_t last) {
    least = std::min(least, first);
    most = std::max(most, last);
    signedLeast = std::min(signedLeast, signedValue(first, width_));
    signedMost = std::max(signedMost, signedValue(last, width_));
  };
  if (number_.hasNumbers() && !std::signbit(number_.high))
    hold(std::signbit(number_.low) ? 0 : bitsOf(number_.low, width_), bitsOf(number_.high, width_));
  if (number_.hasNumbers() && std::signbit(number_.low))
    hold(std::signbit(number_.high) ? bitsOf(number_.high, width_) : signBitOf(width_),
         bitsOf(number_.low, width_));
  if (number_.nan) {
    hold(all.positiveNan.first, all.positiveNan.last);
    hold(all.negativeNan.first, all.negativeNan.last);
  }
  const bool changes =
      least > low_ || most < high_ || signedLeast > signedLow_ || signedMost < signedHigh_;
  low_ = std::max(low_, least);
  high_ = std::min(high_, most);
  signedLow_ = std::max(signedLow_, signedLeast);
  signedHigh_ = std::min(signedHigh_, signedMost);
  return changes;
}

void Domain::reduce() {
  constexpr unsigned mostRounds = 4;
  if (isNumber() && number_.isEmpty())
    empty_ = true;
  if (!isInteger() || empty_)
    return;
  for (unsigned round = 0; round < mostRounds && !empty_; ++round) {
    bool changed = reduceIntegers();
    if (empty_)
      return;
    if (isNumber()) {
      numbersFromBits();
      empty_ = number_.isEmpty();
      changed = (!empty_ && bitsFromNumbers()) || changed;
    }
    if (!changed)
      return;
  }
}

void Domain::meetUnsigned(std::uint64_t low, std::uint64_t high) {
  if (low <= low_ && high >= high_)
    return;
  low_ = std::max(low_, low);
  high_ = std::min(high_, high);
  reduce();
}

void Domain::meetSigned(std::int64_t low, std::int64_t high) {
  if (low <= signedLow_ && high >= signedHigh_)
    return;
  signedLow_ = std::max(signedLow_, low);
  signedHigh_ = std::min(signedHigh_, high);
  reduce();
}

void Domain::meetBits(std::uint64_t zeros, std::uint64_t ones) {
  zeros &= maskOf(width_);
  ones &= maskOf(width_);
  if ((zeros & ~zeros_) == 0 && (ones & ~ones_) == 0)
    return;
  zeros_ |= zeros;
  ones_ |= ones;
  reduce();
}

void Domain::meetNumbers(const NumberRange &range) {
  const NumberRange before = number_;
  number_.meet(range);
  if (before == number_)
    return;
  if (number_.isEmpty()) {
    empty_ = true;
    return;
  }
  if (isInteger()) {
    bitsFromNumbers();
    reduce();
  }
}

void Domain::meetValue(std::uint64_t bits) {
  if (isInteger())
    return meetUnsigned(bits, bits);
  const double number = numberOf(bits, width_);
  meetNumbers(number != number ? NumberRange::onlyNan() : NumberRange::point(number));
}

void Domain::meet(const Domain &other) {
  empty_ = empty_ || other.empty_;
  if (empty_)
    return;
  if (isNumber() && other.isNumber())
    meetNumbers(other.number_);
  if (isInteger() && other.isInteger()) {
    meetUnsigned(other.low_, other.high_);
    meetSigned(other.signedLow_, other.signedHigh_);
    meetBits(other.zeros_, other.ones_);
  }
}

void Domain::join(const Domain &other) {
  if (other.empty_)
    return;
  if (empty_) {
    *this = other;
    return;
  }
  low_ = std::min(low_, other.low_);
  high_ = std::max(high_, other.high_);
  signedLow_ = std::min(signedLow_, other.signedLow_);
  signedHigh_ = std::max(signedHigh_, other.signedHigh_);
  zeros_ &= other.zeros_;
  ones_ &= other.ones_;
  number_.join(other.number_);
}

} // namespace solver::intervals
