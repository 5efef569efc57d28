#include "solver/search/linear.h"

#include "expr/floating.h"

namespace solver::search {

using expr::Operation;

namespace {

bool isConstant(const Tape &tape, std::uint32_t position) {
  return tape[position].operation == Operation::Constant;
}

} // namespace

std::vector<bool> linearTerms(const Tape &tape) {
  std::vector<bool> isLinear(tape.size());
  for (std::uint32_t i = 0; i < tape.size(); ++i) {
    const Tape::Node &node = tape[i];
    switch (node.operation) {
    case Operation::Constant:
    case Operation::Input:
      isLinear[i] = true;
      break;
    case Operation::Add:
    case Operation::Sub:
    case Operation::FAdd:
    case Operation::FSub:
      isLinear[i] = isLinear[node.a] && isLinear[node.b];
      break;
    case Operation::Mul:
    case Operation::FMul:
      isLinear[i] = isLinear[node.a] && isLinear[node.b] &&
                    (isConstant(tape, node.a) || isConstant(tape, node.b));
      break;
    case Operation::FDiv:
      isLinear[i] = isLinear[node.a] && isConstant(tape, node.b);
      break;
    case Operation::ZeroExtend:
    case Operation::SignExtend:
    case Operation::IntToF:
    case Operation::UIntToF:
    case Operation::FConvert:
      isLinear[i] = isLinear[node.a];
      break;
    case Operation::Concat: // the bytes of a number
      isLinear[i] = isLinear[node.a] && isLinear[node.b];
      break;
    default:
      break;
    }
  }
  return isLinear;
}

bool hasNonLinearIntegers(const Tape &tape) {
  for (std::uint32_t i = 0; i < tape.size(); ++i) {
    const Tape::Node &node = tape[i];
    switch (node.operation) {
    case Operation::Mul:
    case Operation::UDiv:
    case Operation::SDiv:
    case Operation::URem:
    case Operation::SRem:
    case Operation::Shl:
    case Operation::LShr:
    case Operation::AShr:
      if (!isConstant(tape, node.a) && !isConstant(tape, node.b))
        return true;
      break;
    default:
      break;
    }
  }
  return false;
}

} // namespace solver::search
