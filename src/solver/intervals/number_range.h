#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace solver::intervals {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// Where a double stands in the order of all numbers, the negative zero before the positive one.
inline std::int64_t keyOf(double number) {
  const auto bits = std::bit_cast<std::int64_t>(number);
  return bits ^ ((bits >> 63) & std::numeric_limits<std::int64_t>::max());
}
inline double atKey(std::int64_t key) {
  return std::bit_cast<double>(key ^ ((key >> 63) & std::numeric_limits<std::int64_t>::max()));
}

/// In that order.
inline bool isBefore(double a, double b) { return keyOf(a) < keyOf(b); }
inline double lesser(double a, double b) { return isBefore(b, a) ? b : a; }
inline double greater(double a, double b) { return isBefore(a, b) ? b : a; }

/// The number `steps` further in the order of numbers of a width (32 or 64); ends at the
/// infinities.
double stepped(double number, std::int64_t steps, unsigned width);
/// How many steps lead from one number to a later one.
std::uint64_t stepsBetween(double low, double high, unsigned width);
/// The number in the middle of those from `low` to `high`.
double middle(double low, double high, unsigned width);

/// A set of IEEE numbers of one width: all from `low` to `high`, where the negative zero comes
/// before the positive one and infinities are numbers, and perhaps NaNs (any of them).
struct NumberRange {
  double low = -infinity, high = infinity;
  bool nan = true;

  static NumberRange none() { return {infinity, -infinity, false}; }
  static NumberRange onlyNan() { return {infinity, -infinity, true}; }
  static NumberRange point(double number) { return {number, number, false}; }

  bool hasNumbers() const { return !isBefore(high, low); }
  bool isEmpty() const { return !nan && !hasNumbers(); }
  bool isPoint() const { return !nan && keyOf(low) == keyOf(high); }
  bool contains(double number) const {
    return number != number ? nan : !isBefore(number, low) && !isBefore(high, number);
  }
  bool hasInfinity(double which) const { return low == which || high == which; }
  /// A zero of whatever sign.
  bool hasZero() const { return hasNumbers() && low <= 0 && high >= 0; }
  bool isZero() const { return hasNumbers() && low == 0 && high == 0; }

  void meet(const NumberRange &other);
  /// The smallest range that holds both.
  void join(const NumberRange &other);
  void add(double number) { join(point(number)); }

  friend bool operator==(const NumberRange &a, const NumberRange &b) {
    return keyOf(a.low) == keyOf(b.low) && keyOf(a.high) == keyOf(b.high) && a.nan == b.nan;
  }
};

/// The bits of a number of a width, and back.
std::uint64_t bitsOf(double number, unsigned width);
double numberOf(std::uint64_t bits, unsigned width);

} // namespace solver::intervals
