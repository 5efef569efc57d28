#include "solver/search/problem.h"

#include "expr/extended.h"
#include "expr/floating.h"
#include "solver/search/numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace solver::search {

using expr::maskOf;
using expr::Operation;

namespace {

constexpr std::size_t mostConstants = 48;

} // namespace

Problem::Problem(Slice &slice, FitnessCompiler &compiler, std::uint64_t work, std::uint64_t seed)
    : slice(slice), fitness(slice, compiler), variables(findVariables(slice.tape)), rng(seed),
      end_(work) {
  collectConstants();
}

Point Problem::pointAt(Values values) {
  const Distance distance = cost(values);
  return {std::move(values), distance};
}

void Problem::collectConstants() {
  const Tape &tape = slice.tape;
  for (std::uint32_t i = 0; i < tape.size(); ++i) {
    const Tape::Node &node = tape[i];
    for (const std::uint32_t operand : {node.a, node.b, node.c}) {
      if (operand == Tape::none || tape[operand].operation != Operation::Constant)
        continue;
      const unsigned width = tape[operand].width;
      const std::uint64_t value = tape.value(operand);
      const bool isNumber = expr::isFloating(node.operation) && (width == 32 || width == 64);
      if (isNumber && numbers.size() < mostConstants)
        numbers.push_back(numberOf(value, width));
      else if (!isNumber && width > 1 && integers.size() < mostConstants)
        integers.push_back(value);
    }
  }
  collectExtended();
  for (const std::uint64_t value : integers)
    if (numbers.size() < mostConstants)
      numbers.push_back(static_cast<double>(static_cast<std::int64_t>(value)));
  for (const double value :
       {0.0, 1.0, HUGE_VAL, static_cast<double>(NAN), 5e-324, std::numeric_limits<double>::max()})
    numbers.push_back(value);
  for (const std::uint64_t value : {0, 1, -1})
    integers.push_back(value);
}

/// Long doubles that something is compared with, or added to.
void Problem::collectExtended() {
  const Tape &tape = slice.tape;
  const auto isConstant = [&](std::uint32_t position) {
    return tape[position].operation == Operation::Constant;
  };
  for (std::uint32_t i = 0; i < tape.size(); ++i) {
    const Tape::Node &node = tape[i];
    if (node.operation != Operation::Extended || !isConstant(node.b) || isConstant(node.a) ||
        tape[node.c].operation != Operation::Concat || !isConstant(tape[node.c].b))
      continue;
    const long double value = expr::extendedNumber(tape.value(node.b), tape.value(tape[node.c].b));
    if (value == value && numbers.size() < mostConstants)
      numbers.push_back(static_cast<double>(value));
  }
}

void Problem::markWhatMatters() {
  const Tape &tape = slice.tape;
  matters_.assign(tape.inputs().size(), false);
  std::vector<bool> below(tape.size());
  for (std::size_t i = 0; i < fitness.conditions(); ++i)
    below[tape.root(i)] = !fitness.holds(i);
  for (auto i = static_cast<std::uint32_t>(tape.size()); i-- > 0;) {
    if (!below[i])
      continue;
    for (const std::uint32_t operand : {tape[i].a, tape[i].b, tape[i].c})
      if (operand != Tape::none)
        below[operand] = true;
    if (tape[i].input != Tape::none)
      matters_[tape[i].input] = true;
  }
}

bool Problem::matters(const Variable &variable) const {
  return std::any_of(variable.pieces().begin(), variable.pieces().end(),
                     [&](const InputPieces::Piece &piece) { return matters_[piece.input]; });
}

Values scattered(Problem &problem) {
  support::Rng &rng = problem.rng;
  Values values = problem.slice.start;
  for (const Variable &variable : problem.variables) {
    const std::uint64_t kind = rng.below(4);
    if (kind == 0)
      continue;
    std::uint64_t bits = 0;
    if (variable.isNumber()) {
      const double size =
          std::ldexp(1 + static_cast<double>(rng.below(1 << 20)) * 0x1p-20,
                     static_cast<int>(rng.below(kind == 3 ? 120 : 16)) - (kind == 3 ? 60 : 4));
      const double picked = kind == 1 ? problem.numbers[rng.below(problem.numbers.size())] : size;
      bits = bitsOf(rng.oneIn(2) ? -picked : picked, variable.width());
    } else {
      bits = (kind == 1   ? problem.integers[rng.below(problem.integers.size())]
              : kind == 2 ? rng.below(256)
                          : rng.next()) &
             maskOf(variable.width());
    }
    variable.set(values, bits);
  }
  return values;
}

} // namespace solver::search
