#include "solver/search/fitness.h"

#include "expr/floating.h"
#include "solver/search/numbers.h"

namespace solver::search {

using expr::Operation;
using expr::signedValue;

namespace {

constexpr std::uint64_t interpretedCost = 10; // an interpreted term takes so many compiled ones
constexpr std::uint64_t functionCost = 20;    // as does a function of libm
constexpr std::uint64_t evaluationCost = 10;  // and what is around an evaluation
/// Work before it is worth compiling: about the time that compiling takes.
constexpr std::uint64_t workBeforeCompiling = 2'000'000;
constexpr unsigned deepest = 40; // logic that lies deeper has no comparison to show

} // namespace

Fitness::Fitness(Slice &slice, FitnessCompiler &compiler)
    : tape_(slice.tape), skeleton_(slice.tape, slice.conditions.size()), compiler_(compiler),
      length_(evaluationCost) {
  for (std::uint32_t i = 0; i < tape_.size(); ++i)
    length_ += tape_[i].operation == Operation::Apply ? functionCost : 1;
}

Distance Fitness::operator()(std::span<const std::uint64_t> inputs) {
  ++evaluations_;
  if (!code_ && !triedToCompile_ && work_ >= workBeforeCompiling) {
    triedToCompile_ = true;
    code_ = compiler_.compiled(tape_, skeleton_);
    values_.resize(tape_.size());
  }
  work_ += code_ ? length_ : length_ * interpretedCost;
  if (code_)
    return code_->run(inputs.data(), values_.data());
  tape_.evaluate(inputs);
  measure(skeleton_, tape_, distances_);
  Distance sum;
  for (std::size_t i = 0; i < skeleton_.conditions(); ++i) {
    sum.steps += distances_[skeleton_.root(i)].steps;
    sum.size += distances_[skeleton_.root(i)].size;
  }
  return sum;
}

std::uint32_t Fitness::comparisonIn(std::size_t condition) const {
  std::uint32_t position = tape_.root(condition);
  for (unsigned depth = 0; depth < deepest; ++depth) {
    const Tape::Node &node = tape_[position];
    if (expr::isComparison(node.operation))
      return position;
    const bool isLogic = node.width == 1 && node.b != Tape::none;
    if (!isLogic)
      return Tape::none;
    // Of a conjunction a part that is false, of a disjunction either.
    const bool second = node.operation == Operation::And && value(node.a) != 0;
    position = second || tape_[node.a].operation == Operation::Constant ? node.b : node.a;
  }
  return Tape::none;
}

double Fitness::excess(std::uint32_t comparison) const {
  const Tape::Node &node = tape_[comparison];
  const unsigned width = tape_[node.a].width;
  const std::uint64_t a = value(node.a), b = value(node.b);
  if (expr::isFloating(node.operation))
    return numberOf(a, width) - numberOf(b, width);
  if (node.operation == Operation::ULess || node.operation == Operation::ULessEqual)
    return static_cast<double>(a) - static_cast<double>(b);
  return static_cast<double>(signedValue(a, width)) - static_cast<double>(signedValue(b, width));
}

} // namespace solver::search
