#include "solver/linear.h"

#include "expr/floating.h"

#include <algorithm>

namespace solver {

using expr::Operation;

namespace {

enum class Kind { Linear, Product, Ratio, Function };

/// What it takes to make an operation linear, if both operands depend on inputs.
Kind kindOf(Operation operation) {
  switch (operation) {
  case Operation::Mul:
  case Operation::MulHigh:
  case Operation::FMul:
  case Operation::FMulAdd:
    return Kind::Product;
  case Operation::UDiv:
  case Operation::SDiv:
  case Operation::URem:
  case Operation::SRem:
  case Operation::Shl:
  case Operation::LShr:
  case Operation::AShr:
  case Operation::FDiv:
    return Kind::Ratio;
  case Operation::FRem:
  case Operation::FSqrt:
  case Operation::Apply:
  case Operation::Call:
    return Kind::Function;
  default:
    return Kind::Linear;
  }
}

bool needsWork(Operation operation, bool constantA, bool constantB) {
  switch (kindOf(operation)) {
  case Kind::Product:
    return !constantA && !constantB;
  case Kind::Ratio:
    return !constantB;
  case Kind::Function:
    return true;
  default:
    return false;
  }
}

} // namespace

bool Linearised::hasWork(const Tape &tape) {
  const auto isConstant = [&](std::uint32_t position) {
    return position == Tape::none || tape[position].operation == Operation::Constant;
  };
  for (std::uint32_t i = 0; i < tape.size(); ++i)
    if (needsWork(tape[i].operation, isConstant(tape[i].a), isConstant(tape[i].b)))
      return true;
  return false;
}

/// Another run has other values to put in: everything is made anew.
void Linearised::startFrom(const Slice &slice) {
  bool same = true;
  for (std::size_t i = 0; i < slice.start.size(); ++i) {
    const std::uint32_t number = slice.tape.inputs()[i].number;
    if (number >= inputs_.size())
      inputs_.resize(number + 1);
    same = same && inputs_[number] == slice.start[i];
    inputs_[number] = slice.start[i];
  }
  if (same && !made_.empty())
    return;
  evaluate_.assign(inputs_);
  linear_ = expr::Pool();
  made_.clear();
  holds_.clear();
}

/// The value of an operand in the run, and a condition that says so.
expr::TermId Linearised::hold(expr::TermId operand) {
  const expr::TermId copy = made_.at(operand.index).term;
  const expr::TermId value = linear_.constant(linear_[copy].width, evaluate_(operand));
  work_.push_back(linear_.equal(copy, value));
  return value;
}

Linearised::Made Linearised::copy(expr::TermId id) {
  const expr::Term &term = original_[id];
  if (term.operation == Operation::Constant)
    return {linear_.constant(term.width, term.value)};
  if (term.operation == Operation::Input)
    return {linear_.input(term.width, static_cast<std::uint32_t>(term.value))};
  Made operands[3];
  bool replaced = false;
  for (unsigned i = 0; i < 3; ++i)
    if (const expr::TermId operand = i == 0 ? term.a : i == 1 ? term.b : term.c) {
      operands[i] = made_.at(operand.index);
      replaced = replaced || operands[i].replaced;
    }
  auto [a, b, c] = std::tuple(operands[0].term, operands[1].term, operands[2].term);
  work_.clear(); // of conditions that hold what is replaced
  if (needsWork(term.operation, linear_.isConstant(a), !b || linear_.isConstant(b))) {
    replaced = true;
    switch (kindOf(term.operation)) {
    case Kind::Product:
      // What is zero in the run would make all of it zero for good.
      if (evaluate_(term.a) != 0 || evaluate_(term.b) == 0)
        a = hold(term.a);
      else
        b = hold(term.b);
      break;
    case Kind::Ratio:
      b = hold(term.b);
      break;
    default:
      for (const expr::TermId operand : {term.a, term.b, term.c})
        if (operand)
          hold(operand);
    }
  }
  std::vector<expr::TermId> holds;
  for (const expr::TermId condition : work_)
    if (!linear_.isConstant(condition))
      holds.push_back(condition);
  if (!holds.empty())
    holds_[id.index] = std::move(holds);
  if (kindOf(term.operation) == Kind::Function)
    return {linear_.constant(term.width, evaluate_(id)), true};
  return {linear_.make(term.operation, term.width, a, b, c, term.extra), replaced};
}

const Linearised::Made &Linearised::make(expr::TermId root) {
  std::vector<expr::TermId> stack = {root};
  while (!stack.empty()) {
    const expr::TermId id = stack.back();
    const std::size_t before = stack.size();
    if (!made_.contains(id.index))
      for (const expr::TermId operand : {original_[id].c, original_[id].b, original_[id].a})
        if (operand && !made_.contains(operand.index))
          stack.push_back(operand);
    if (stack.size() > before)
      continue;
    stack.pop_back();
    if (!made_.contains(id.index))
      made_.emplace(id.index, copy(id));
  }
  return made_.at(root.index);
}

/// Adds the conditions that hold what was replaced below a term.
void Linearised::collect(expr::TermId root, std::vector<expr::TermId> &holds) {
  std::vector<expr::TermId> stack = {root};
  while (!stack.empty()) {
    const expr::TermId id = stack.back();
    stack.pop_back();
    if (!made_.at(id.index).replaced || seen_[id] != TermMarks::none)
      continue;
    seen_.set(id, 0);
    if (const auto held = holds_.find(id.index); held != holds_.end())
      holds.insert(holds.end(), held->second.begin(), held->second.end());
    for (const expr::TermId operand : {original_[id].a, original_[id].b, original_[id].c})
      if (operand)
        stack.push_back(operand);
  }
}

Linearised::Conditions Linearised::conditions(const Slice &slice) {
  startFrom(slice);
  Conditions result;
  std::vector<expr::TermId> holds;
  seen_.clear();
  for (const expr::TermId condition : slice.conditions) {
    const Made made = make(condition);
    result.terms.push_back(made.term);
    result.replaced.push_back(made.replaced);
    collect(condition, holds);
  }
  std::sort(holds.begin(), holds.end());
  holds.erase(std::unique(holds.begin(), holds.end()), holds.end());
  result.terms.insert(result.terms.end(), holds.begin(), holds.end());
  return result;
}

} // namespace solver
