#include "solver/floating_distance.h"

#include "expr/floating.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace solver {

using expr::maskOf;
using expr::Operation;
using expr::signBitOf;
using expr::signedValue;

namespace {

constexpr unsigned deepest = 40; // what lies deeper counts as one comparison

/// 0 for 0, and below 1 for the greatest distance that 64 bits have.
double scaled(double distance) { return std::log2(1 + distance) / 66; }

/// A comparison whose two sides are this far apart is false by that much, and by a little at least.
double apart(double distance) { return 0.01 + scaled(distance); }

double unsignedGap(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(a > b ? a - b : b - a);
}

class Measure {
public:
  explicit Measure(const Tape &tape) : tape_(tape) {}

  /// Of the condition from having that value.
  double of(std::uint32_t position, bool want, unsigned depth = 0) const;

private:
  double ofComparison(const Tape::Node &node, bool want) const;
  double ofNumbers(const Tape::Node &node, bool want) const;
  std::uint64_t value(std::uint32_t position) const { return tape_.value(position); }

  const Tape &tape_;
};

double Measure::ofNumbers(const Tape::Node &node, bool want) const {
  const unsigned width = tape_[node.a].width;
  const std::uint64_t a = value(node.a), b = value(node.b);
  if (expr::isNan(a, width) || expr::isNan(b, width) || node.operation == Operation::FUnordered)
    return 1;
  if (node.operation == Operation::FEqual && !want)
    return apart(0);
  const double gap =
      std::abs(static_cast<double>(orderOf(a, width)) - static_cast<double>(orderOf(b, width)));
  return apart(gap);
}

double Measure::ofComparison(const Tape::Node &node, bool want) const {
  if (expr::isFloating(node.operation))
    return ofNumbers(node, want);
  const unsigned width = tape_[node.a].width;
  const std::uint64_t a = value(node.a), b = value(node.b);
  switch (node.operation) {
  case Operation::Equal: // modulo 2^w, either way round
    return want ? apart(static_cast<double>(
                      std::min((a - b) & maskOf(width), (b - a) & maskOf(width))))
                : apart(0);
  case Operation::ULess:
  case Operation::ULessEqual:
    return apart(unsignedGap(a, b));
  default:
    return apart(unsignedGap(a ^ signBitOf(width), b ^ signBitOf(width)));
  }
}

double Measure::of(std::uint32_t position, bool want, unsigned depth) const {
  if ((value(position) != 0) == want)
    return 0;
  if (depth == deepest)
    return 1;
  const Tape::Node &node = tape_[position];
  const auto part = [&](std::uint32_t operand, bool wanted) {
    return of(operand, wanted, depth + 1);
  };
  switch (node.operation) {
  case Operation::And:
  case Operation::Or: {
    const double a = part(node.a, want), b = part(node.b, want);
    return (node.operation == Operation::And) == want ? a + b : std::min(a, b);
  }
  case Operation::Xor:
    return std::min(
        tape_[node.a].operation == Operation::Constant ? 1 : part(node.a, !value(node.a)),
        tape_[node.b].operation == Operation::Constant ? 1 : part(node.b, !value(node.b)));
  case Operation::Choose: {
    const bool first = value(node.a) != 0;
    const double here = part(first ? node.b : node.c, want);
    const double there = part(node.a, !first) + part(first ? node.c : node.b, want);
    return std::min(here, there);
  }
  default:
    return expr::isComparison(node.operation) ? ofComparison(node, want) : 1;
  }
}

} // namespace

double distance(const Tape &tape, std::uint32_t position) {
  return Measure(tape).of(position, true);
}

std::int64_t orderOf(std::uint64_t bits, unsigned width) {
  const auto size = static_cast<std::int64_t>(bits & ~signBitOf(width));
  return bits & signBitOf(width) ? -size : size;
}

std::uint64_t bitsAt(std::int64_t order, unsigned width) {
  return order < 0 ? signBitOf(width) | static_cast<std::uint64_t>(-order)
                   : static_cast<std::uint64_t>(order);
}

std::uint32_t comparisonIn(const Tape &tape, std::uint32_t position) {
  for (unsigned depth = 0; depth < deepest; ++depth) {
    const Tape::Node &node = tape[position];
    if (expr::isComparison(node.operation))
      return position;
    const bool isLogic = node.width == 1 && node.b != Tape::none;
    if (!isLogic)
      return Tape::none;
    // Of a conjunction a part that is false, of a disjunction either.
    const bool second = node.operation == Operation::And && tape.value(node.a) != 0;
    position = second || tape[node.a].operation == Operation::Constant ? node.b : node.a;
  }
  return Tape::none;
}

double excess(const Tape &tape, std::uint32_t comparison) {
  const Tape::Node &node = tape[comparison];
  const unsigned width = tape[node.a].width;
  const std::uint64_t a = tape.value(node.a), b = tape.value(node.b);
  if (expr::isFloating(node.operation))
    return numberOf(a, width) - numberOf(b, width);
  if (node.operation == Operation::ULess || node.operation == Operation::ULessEqual)
    return static_cast<double>(a) - static_cast<double>(b);
  return static_cast<double>(signedValue(a, width)) - static_cast<double>(signedValue(b, width));
}

double numberOf(std::uint64_t bits, unsigned width) {
  return width == 32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                     : std::bit_cast<double>(bits);
}

std::uint64_t bitsOf(double number, unsigned width) {
  return width == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                     : std::bit_cast<std::uint64_t>(number);
}

} // namespace solver
