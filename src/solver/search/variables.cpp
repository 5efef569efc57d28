#include "solver/search/variables.h"

#include "expr/floating.h"
#include "solver/search/numbers.h"

#include <cmath>

namespace solver::search {

using expr::maskOf;
using expr::Operation;

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
    for (std::uint32_t i = 0; i < tape_.size(); ++i)
      if (tape_[i].operation == Operation::Extended &&
          tape_[i].extra == PINCER_EXTENDED_FROM_DOUBLE)
        addNumber(tape_[i].a);
    for (std::uint32_t i = 0; i < tape_.size(); ++i)
      if (tape_[i].operation == Operation::Input)
        add(false, i);
    return std::move(found_);
  }

private:
  static bool readsNumber(Operation operation) {
    return operation != Operation::IntToF && operation != Operation::UIntToF;
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
    add(true, position);
  }

  void add(bool isNumber, std::uint32_t position) {
    if (auto pieces = InputPieces::of(tape_, position, taken_))
      found_.emplace_back(isNumber, tape_[position].width, std::move(*pieces));
  }

  const Tape &tape_;
  std::vector<bool> taken_;
  std::vector<Variable> found_;
};

} // namespace

std::vector<Variable> findVariables(const Tape &tape) { return Finder(tape).find(); }

} // namespace solver::search
