#include "solver/mixed/distance.h"

#include "expr/floating.h"

#include <algorithm>
#include <cmath>

namespace solver {

namespace {

using expr::Operation;

constexpr unsigned deepest = 40; // what lies deeper counts as one comparison

/// A comparison whose two sides are this far apart is false by that much, and by a little at least.
double apart(double gap) { return 0.01 + std::log2(1 + gap) / 66; }

double gapOf(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(a > b ? a - b : b - a);
}

/// Where an IEEE number stands in the order of all of its width.
std::uint64_t orderOf(std::uint64_t bits, unsigned width) {
  const std::uint64_t sign = expr::signBitOf(width);
  return bits & sign ? ~bits & expr::maskOf(width) : bits | sign;
}

double ofComparison(const Tape &tape, const Tape::Node &node, bool want) {
  const unsigned width = tape[node.a].width;
  std::uint64_t a = tape.value(node.a), b = tape.value(node.b);
  if (!want && (node.operation == Operation::Equal || node.operation == Operation::FEqual))
    return apart(0);
  if (expr::isFloating(node.operation)) {
    if (node.operation == Operation::FUnordered || expr::isNan(a, width) || expr::isNan(b, width))
      return 1;
    return apart(gapOf(orderOf(a, width), orderOf(b, width)));
  }
  if (node.operation == Operation::SLess || node.operation == Operation::SLessEqual) {
    a ^= expr::signBitOf(width);
    b ^= expr::signBitOf(width);
  }
  if (node.operation == Operation::Equal) // either way round
    return apart(std::min(gapOf(a, b), gapOf((a - b) & expr::maskOf(width), 0)));
  return apart(gapOf(a, b));
}

double of(const Tape &tape, std::uint32_t position, bool want, unsigned depth) {
  if ((tape.value(position) != 0) == want)
    return 0;
  if (depth == deepest)
    return 1;
  const Tape::Node &node = tape[position];
  const auto part = [&](std::uint32_t operand, bool wanted) {
    return of(tape, operand, wanted, depth + 1);
  };
  switch (node.operation) {
  case Operation::And:
  case Operation::Or: {
    const double a = part(node.a, want), b = part(node.b, want);
    return (node.operation == Operation::And) == want ? a + b : std::min(a, b);
  }
  case Operation::Xor: {
    const auto changed = [&](std::uint32_t side) {
      return tape[side].operation == Operation::Constant ? 1 : part(side, tape.value(side) == 0);
    };
    return std::min(changed(node.a), changed(node.b));
  }
  default:
    return expr::isComparison(node.operation) ? ofComparison(tape, node, want) : 1;
  }
}

} // namespace

double distanceOf(const Tape &tape, std::uint32_t position) { return of(tape, position, true, 0); }

} // namespace solver
