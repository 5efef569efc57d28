// Distances grow with the logarithm of a gap, and a straight line between powers of two is good
// enough for it: the bits of 1 + gap read as an integer. That costs nothing, never falls where the
// gap grows, and is the same in compiled code to the last bit.
#include "solver/search/skeleton.h"

#include "expr/extended.h"
#include "expr/floating.h"
#include "solver/search/numbers.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace solver::search {

using expr::maskOf;
using expr::Operation;
using expr::signBitOf;

namespace {

/// False by a gap.
double apart(double gap) {
  const std::uint64_t length =
      std::bit_cast<std::uint64_t>(1 + gap) - std::bit_cast<std::uint64_t>(1.0);
  return leastSteps + static_cast<double>(static_cast<std::int64_t>(length)) * stepsPerBit;
}

Distance integers(std::uint64_t gap) {
  const auto size = static_cast<double>(gap);
  return {apart(size), size};
}

std::uint64_t unsignedGap(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

Distance ofNumbers(Operation comparison, bool wanted, unsigned width, std::uint64_t a,
                   std::uint64_t b) {
  if (expr::isNan(a, width) || expr::isNan(b, width) || comparison == Operation::FUnordered)
    return {noOrder, noSize};
  if (comparison == Operation::FEqual && !wanted)
    return {apart(0), 0};
  const double gap =
      std::abs(static_cast<double>(orderOf(a, width)) - static_cast<double>(orderOf(b, width)));
  const double size = std::abs(numberOf(a, width) - numberOf(b, width));
  return {apart(gap), size < noSize ? size : noSize};
}

/// Of long doubles, whose exponents are two halves of c.
Distance ofExtended(unsigned comparison, bool wanted, std::uint64_t a, std::uint64_t b,
                    std::uint64_t c) {
  const long double x = expr::extendedNumber(a, c >> 16), y = expr::extendedNumber(b, c & 0xffff);
  if (x != x || y != y || comparison == PINCER_EXTENDED_UNORDERED)
    return {noOrder, noSize};
  if (comparison == PINCER_EXTENDED_EQUAL && !wanted)
    return {apart(0), 0};
  const auto size = static_cast<double>(std::abs(x - y));
  return {apart(expr::extendedGap(x, y)), size < noSize ? size : noSize};
}

bool isExtendedComparison(const Tape::Node &node) {
  return node.operation == Operation::Extended && expr::isExtendedComparison(node.extra);
}

bool isLogic(const Tape::Node &node) {
  switch (node.operation) {
  case Operation::And:
  case Operation::Or:
  case Operation::Xor:
  case Operation::Choose:
    return node.width == 1;
  default:
    return false;
  }
}

} // namespace

Distance ofComparison(Operation comparison, bool wanted, unsigned width, std::uint64_t a,
                      std::uint64_t b) {
  if (expr::isFloating(comparison))
    return ofNumbers(comparison, wanted, width, a, b);
  switch (comparison) {
  case Operation::Equal: // modulo 2^w, either way round
    return integers(wanted ? std::min((a - b) & maskOf(width), (b - a) & maskOf(width)) : 0);
  case Operation::ULess:
  case Operation::ULessEqual:
    return integers(unsignedGap(a, b));
  default:
    return integers(unsignedGap(a ^ signBitOf(width), b ^ signBitOf(width)));
  }
}

/// From the roots down it is found out which terms are wanted with which value; then parts are
/// made from the leaves up.
Skeleton::Skeleton(const Tape &tape, std::size_t conditions) {
  std::vector<std::uint8_t> wanted(tape.size()); // bit 0: false, bit 1: true
  for (std::size_t i = 0; i < conditions; ++i)
    wanted[tape.root(i)] |= 2;
  for (auto i = static_cast<std::uint32_t>(tape.size()); i-- > 0;) {
    const Tape::Node &node = tape[i];
    if (wanted[i] == 0 || !isLogic(node))
      continue;
    const bool passesOn = node.operation == Operation::And || node.operation == Operation::Or;
    wanted[node.a] |= passesOn ? wanted[i] : 3;
    wanted[node.b] |= node.operation == Operation::Xor ? 3 : wanted[i];
    if (node.operation == Operation::Choose)
      wanted[node.c] |= wanted[i];
  }
  std::vector<std::uint32_t> partOf[2] = {std::vector(tape.size(), none),
                                          std::vector(tape.size(), none)};
  std::vector<bool> isObserved(tape.size());
  for (std::uint32_t i = 0; i < tape.size(); ++i)
    for (const bool value : {false, true}) {
      if (!(wanted[i] & (value ? 2 : 1)))
        continue;
      const Tape::Node &node = tape[i];
      const auto of = [&](bool want, std::uint32_t position) { return partOf[want][position]; };
      Part part{Kind::Opaque, value, i};
      isObserved[i] = true;
      if (expr::isComparison(node.operation)) {
        part.kind = Kind::Comparison;
        isObserved[node.a] = isObserved[node.b] = true;
      } else if (isExtendedComparison(node)) {
        part.kind = Kind::Extended;
        isObserved[node.a] = isObserved[node.b] = isObserved[node.c] = true;
      } else if (isLogic(node) && node.operation == Operation::Xor) {
        part = {Kind::Parity,     value, i, of(true, node.a), of(true, node.b), of(false, node.a),
                of(false, node.b)};
      } else if (isLogic(node) && node.operation == Operation::Choose) {
        part = {Kind::Choice,     value, i, of(true, node.a), of(false, node.a), of(value, node.b),
                of(value, node.c)};
      } else if (isLogic(node)) {
        part.kind = (node.operation == Operation::And) == value ? Kind::All : Kind::Any;
        part.a = of(value, node.a);
        part.b = of(value, node.b);
      }
      partOf[value][i] = static_cast<std::uint32_t>(parts_.size());
      parts_.push_back(part);
    }
  for (std::size_t i = 0; i < conditions; ++i)
    roots_.push_back(partOf[1][tape.root(i)]);
  for (std::uint32_t i = 0; i < tape.size(); ++i)
    if (isObserved[i])
      observed_.push_back(i);
}

namespace {

Distance sum(const Distance &a, const Distance &b) { return {a.steps + b.steps, a.size + b.size}; }
Distance lesser(const Distance &a, const Distance &b) {
  return {b.steps < a.steps ? b.steps : a.steps, b.size < a.size ? b.size : a.size};
}

} // namespace

/// Of a term's two distances, to true and to false, one is 0: their sum is that of a change.
void measure(const Skeleton &skeleton, const Tape &tape, std::vector<Distance> &distances) {
  const std::vector<Skeleton::Part> &parts = skeleton.parts();
  distances.resize(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Skeleton::Part &part = parts[i];
    if ((tape.value(part.position) != 0) == part.wanted) {
      distances[i] = {};
      continue;
    }
    const Tape::Node &node = tape[part.position];
    const auto of = [&](std::uint32_t other) { return distances[other]; };
    switch (part.kind) {
    case Skeleton::Kind::Comparison:
      distances[i] = ofComparison(node.operation, part.wanted, tape[node.a].width,
                                  tape.value(node.a), tape.value(node.b));
      break;
    case Skeleton::Kind::Extended:
      distances[i] = ofExtended(node.extra, part.wanted, tape.value(node.a), tape.value(node.b),
                                tape.value(node.c));
      break;
    case Skeleton::Kind::All:
      distances[i] = sum(of(part.a), of(part.b));
      break;
    case Skeleton::Kind::Any:
      distances[i] = lesser(of(part.a), of(part.b));
      break;
    case Skeleton::Kind::Parity:
      distances[i] = lesser(sum(of(part.a), of(part.c)), sum(of(part.b), of(part.d)));
      break;
    case Skeleton::Kind::Choice: {
      const bool first = tape.value(node.a) != 0;
      const Distance change = sum(of(part.a), of(part.b));
      distances[i] = lesser(of(first ? part.c : part.d), sum(change, of(first ? part.d : part.c)));
      break;
    }
    case Skeleton::Kind::Opaque:
      distances[i] = {noOrder, noSize};
      break;
    }
  }
}

} // namespace solver::search
