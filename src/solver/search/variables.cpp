#include "solver/search/variables.h"

#include "expr/floating.h"
#include "solver/search/numbers.h"

#include <cmath>

namespace solver::search {

using expr::maskOf;
using expr::Operation;

std::uint64_t Variable::bits(const Values &values) const {
  std::uint64_t bits = 0;
  for (const Piece &piece : pieces_)
    bits |= values[piece.input] << piece.low;
  return bits;
}

void Variable::set(Values &values, std::uint64_t bits) const {
  for (const Piece &piece : pieces_)
    values[piece.input] = bits >> piece.low & piece.mask;
}

double Variable::real(const Values &values) const {
  return isNumber_ ? numberOf(bits(values), width_)
                   : static_cast<double>(expr::signedValue(bits(values), width_));
}

std::uint64_t Variable::bitsNear(double number) const {
  if (isNumber_)
    return bitsOf(number, width_);
  return std::abs(number) < 9e18 ? static_cast<std::uint64_t>(std::llround(number)) & maskOf(width_)
                                 : 0;
}

void Variable::setReal(Values &values, double number) const { set(values, bitsNear(number)); }

namespace {

class Finder {
public:
  explicit Finder(const Tape &tape) : tape_(tape), taken_(tape.inputs().size()) {}

  std::vector<Variable> find() {
    for (std::uint32_t i = 0; i < tape_.size(); ++i)
      if (expr::isFloating(tape_[i].operation) && readsNumber(tape_[i].operation))
        for (const std::uint32_t operand : {tape_[i].a, tape_[i].b, tape_[i].c})
          if (operand != Tape::none)
            addNumber(operand);
    for (std::uint32_t i = 0; i < tape_.inputs().size(); ++i)
      if (!taken_[i])
        found_.emplace_back(false, tape_.inputs()[i].width, std::vector{piece(i, 0)});
    return std::move(found_);
  }

private:
  static bool readsNumber(Operation operation) {
    return operation != Operation::IntToF && operation != Operation::UIntToF;
  }
  Variable::Piece piece(std::uint32_t input, unsigned low) const {
    return {input, low, maskOf(tape_.inputs()[input].width)};
  }

  /// The operand of an operation on numbers: through what changes the sign or picks one.
  void addNumber(std::uint32_t position) {
    for (;;) {
      const Tape::Node &node = tape_[position];
      const bool changesBits = node.operation == Operation::Xor ||
                               node.operation == Operation::And || node.operation == Operation::Or;
      if (changesBits && tape_[node.b].operation == Operation::Constant)
        position = node.a;
      else if (node.operation == Operation::ZeroExtend && // all bits but the sign
               tape_[node.a].operation == Operation::Extract && tape_[node.a].extra == 0)
        position = tape_[node.a].a;
      else
        break;
    }
    std::vector<Variable::Piece> pieces;
    if (!isMadeOfInputs(position, 0, pieces))
      return;
    for (const Variable::Piece &piece : pieces)
      taken_[piece.input] = true;
    found_.emplace_back(true, tape_[position].width, std::move(pieces));
  }

  bool isMadeOfInputs(std::uint32_t position, unsigned low,
                      std::vector<Variable::Piece> &pieces) const {
    const Tape::Node &node = tape_[position];
    if (node.operation == Operation::Concat)
      return isMadeOfInputs(node.b, low, pieces) &&
             isMadeOfInputs(node.a, low + tape_[node.b].width, pieces);
    if (node.operation != Operation::Input || taken_[node.input])
      return false;
    pieces.push_back(piece(node.input, low));
    return true;
  }

  const Tape &tape_;
  std::vector<bool> taken_;
  std::vector<Variable> found_;
};

} // namespace

std::vector<Variable> findVariables(const Tape &tape) { return Finder(tape).find(); }

} // namespace solver::search
