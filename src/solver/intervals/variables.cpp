#include "solver/intervals/variables.h"

#include "expr/floating.h"

namespace solver::intervals {

using expr::Operation;

namespace {

class Finder {
public:
  explicit Finder(const Tape &tape) : tape_(tape), taken_(tape.inputs().size()) {}

  std::vector<Variable> find() {
    for (std::uint32_t i = 0; i < tape_.size(); ++i)
      if (tape_[i].operation == Operation::Concat && (tape_[i].width == 32 || tape_[i].width == 64))
        addNumber(i);
    for (std::uint32_t i = 0; i < tape_.size(); ++i)
      if (tape_[i].input != Tape::none && !taken_[tape_[i].input])
        found_.push_back({i, tape_[i].width, {{tape_[i].input, 0}}});
    return std::move(found_);
  }

private:
  void addNumber(std::uint32_t position) {
    Variable variable{position, tape_[position].width, {}};
    if (!isMadeOfInputs(position, 0, variable))
      return;
    for (const Variable::Piece &piece : variable.pieces)
      taken_[piece.input] = true;
    found_.push_back(std::move(variable));
  }

  bool isMadeOfInputs(std::uint32_t position, unsigned low, Variable &variable) const {
    const Tape::Node &node = tape_[position];
    if (node.operation == Operation::Concat)
      return isMadeOfInputs(node.b, low, variable) &&
             isMadeOfInputs(node.a, low + tape_[node.b].width, variable);
    if (node.operation != Operation::Input || taken_[node.input])
      return false;
    for (const Variable::Piece &piece : variable.pieces)
      if (piece.input == node.input)
        return false;
    variable.pieces.push_back({node.input, low});
    return true;
  }

  const Tape &tape_;
  std::vector<bool> taken_;
  std::vector<Variable> found_;
};

} // namespace

std::uint64_t Variable::bitsIn(const std::vector<std::uint64_t> &inputs) const {
  std::uint64_t bits = 0;
  for (const Piece &piece : pieces)
    bits |= inputs[piece.input] << piece.low;
  return bits;
}

void Variable::set(std::vector<std::uint64_t> &inputs, std::uint64_t bits, const Tape &tape) const {
  for (const Piece &piece : pieces)
    inputs[piece.input] = bits >> piece.low & expr::maskOf(tape.inputs()[piece.input].width);
}

std::vector<Variable> variablesOf(const Tape &tape) { return Finder(tape).find(); }

} // namespace solver::intervals
