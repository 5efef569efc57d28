#pragma once

#include "solver/intervals/number_range.h"

#include <cstdint>

namespace solver::intervals {

/// What is known of the value of one term, seen in several ways that inform each other: as an
/// integer without and with a sign, bit by bit, and as an IEEE number. Always a superset of the
/// truth.
class Domain {
public:
  /// The ways in which a term is looked at; the others are not kept up.
  enum View : std::uint8_t { Integer = 1, Number = 2, Both = 3 };

  Domain() = default;
  /// Everything that a width allows. `Number` needs a width of 32 or 64.
  Domain(unsigned width, View view);

  unsigned width() const { return width_; }
  bool isInteger() const { return (view_ & Integer) != 0; }
  bool isNumber() const { return (view_ & Number) != 0; }
  View view() const { return view_; }

  bool isEmpty() const { return empty_; }
  bool isPoint() const;
  /// Of a point.
  std::uint64_t value() const;
  bool contains(std::uint64_t bits) const;
  /// Of all values one that is in it, `bits` if possible.
  std::uint64_t nearest(std::uint64_t bits) const;
  /// How many values there are, roughly, as a power of two; 0 for a point.
  double logSize() const;

  std::uint64_t low() const { return low_; }
  std::uint64_t high() const { return high_; }
  std::int64_t signedLow() const { return signedLow_; }
  std::int64_t signedHigh() const { return signedHigh_; }
  std::uint64_t zeros() const { return zeros_; }
  std::uint64_t ones() const { return ones_; }
  const NumberRange &number() const { return number_; }

  // Each takes away what lies outside, in all views.
  void meetUnsigned(std::uint64_t low, std::uint64_t high);
  void meetSigned(std::int64_t low, std::int64_t high);
  void meetBits(std::uint64_t zeros, std::uint64_t ones);
  void meetNumbers(const NumberRange &range);
  void meetValue(std::uint64_t bits);
  void meet(const Domain &other);
  void makeEmpty() { empty_ = true; }
  /// The smallest that holds both; the views of both must be the same.
  void join(const Domain &other);

  friend bool operator==(const Domain &, const Domain &) = default;

private:
  void reduce();
  bool reduceIntegers();
  void numbersFromBits();
  bool bitsFromNumbers();

  std::uint64_t low_ = 0, high_ = 0;
  std::int64_t signedLow_ = 0, signedHigh_ = 0;
  std::uint64_t zeros_ = 0, ones_ = 0;
  NumberRange number_;
  std::uint8_t width_ = 0;
  View view_ = Integer;
  bool empty_ = false;
};

} // namespace solver::intervals
