#include "solver/intervals/number_range.h"

#include "expr/floating.h"

#include <algorithm>

namespace solver::intervals {

namespace {

std::int32_t floatKeyOf(double number) {
  const auto bits = std::bit_cast<std::int32_t>(static_cast<float>(number));
  return bits ^ ((bits >> 31) & std::numeric_limits<std::int32_t>::max());
}

double atFloatKey(std::int64_t key) {
  const auto narrow = static_cast<std::int32_t>(key);
  return std::bit_cast<float>(narrow ^ ((narrow >> 31) & std::numeric_limits<std::int32_t>::max()));
}

std::int64_t keyIn(double number, unsigned width) {
  return width == 32 ? floatKeyOf(number) : keyOf(number);
}

double atKeyIn(std::int64_t key, unsigned width) {
  return width == 32 ? atFloatKey(key) : atKey(key);
}

} // namespace

double stepped(double number, std::int64_t steps, unsigned width) {
  const std::int64_t first = keyIn(-infinity, width), last = keyIn(infinity, width);
  std::int64_t key = 0;
  if (__builtin_add_overflow(keyIn(number, width), steps, &key))
    key = steps < 0 ? first : last;
  return atKeyIn(std::clamp(key, first, last), width);
}

std::uint64_t stepsBetween(double low, double high, unsigned width) {
  return static_cast<std::uint64_t>(keyIn(high, width)) -
         static_cast<std::uint64_t>(keyIn(low, width));
}

double middle(double low, double high, unsigned width) {
  return stepped(low, static_cast<std::int64_t>(stepsBetween(low, high, width) / 2), width);
}

void NumberRange::meet(const NumberRange &other) {
  low = greater(low, other.low);
  high = lesser(high, other.high);
  nan = nan && other.nan;
  if (!hasNumbers()) {
    low = infinity;
    high = -infinity;
  }
}

void NumberRange::join(const NumberRange &other) {
  nan = nan || other.nan;
  if (!other.hasNumbers())
    return;
  if (!hasNumbers()) {
    low = other.low;
    high = other.high;
    return;
  }
  low = lesser(low, other.low);
  high = greater(high, other.high);
}

std::uint64_t bitsOf(double number, unsigned width) {
  if (number != number)
    return expr::nanOf(width);
  return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                     : std::bit_cast<std::uint64_t>(number);
}

double numberOf(std::uint64_t bits, unsigned width) {
  return width == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                     : std::bit_cast<double>(bits);
}

} // namespace solver::intervals
