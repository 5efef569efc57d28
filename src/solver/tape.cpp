#include "solver/tape.h"

#include "expr/floating.h"

#include <algorithm>

namespace solver {

namespace {

bool isLeaf(const expr::Term &term) {
  return term.operation == expr::Operation::Constant || term.operation == expr::Operation::Input;
}

} // namespace

Tape::Tape(const expr::Pool &pool, std::span<const expr::TermId> conditions, TermMarks &scratch)
    : oracle_(pool.oracle()) {
  std::vector<expr::TermId> ordered;
  collect(pool, conditions, scratch, ordered);
  scratch.clear();
  nodes_.reserve(ordered.size());
  values_.reserve(ordered.size());
  for (const expr::TermId term : ordered)
    if (isLeaf(pool[term]))
      place(pool, term, scratch);
  leaves_ = nodes_.size();
  for (const expr::TermId term : ordered)
    if (!isLeaf(pool[term]))
      place(pool, term, scratch);
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    roots_.push_back(scratch[conditions[i]]);
    nodes_[roots_.back()].condition = static_cast<std::uint32_t>(i);
  }
  trial_ = values_;
  if (std::any_of(nodes_.begin(), nodes_.end(),
                  [](const Node &node) { return node.operation == expr::Operation::Call; }))
    failed_.resize(nodes_.size());
}

/// Depth first without recursion: a term is listed when it is met again below its operands.
void Tape::collect(const expr::Pool &pool, std::span<const expr::TermId> conditions,
                   TermMarks &scratch, std::vector<expr::TermId> &ordered) {
  enum : std::uint32_t { Opened, Listed };
  scratch.clear();
  std::vector<expr::TermId> stack;
  for (std::size_t i = conditions.size(); i-- > 0;) {
    stack.push_back(conditions[i]);
    while (!stack.empty()) {
      const expr::TermId term = stack.back();
      const std::uint32_t state = scratch[term];
      if (state == TermMarks::none && !isLeaf(pool[term])) {
        scratch.set(term, Opened);
        for (const expr::TermId operand : {pool[term].c, pool[term].b, pool[term].a})
          if (operand && scratch[operand] == TermMarks::none)
            stack.push_back(operand);
        continue;
      }
      stack.pop_back();
      if (state == Listed)
        continue;
      scratch.set(term, Listed);
      ordered.push_back(term);
    }
  }
}

void Tape::place(const expr::Pool &pool, expr::TermId id, TermMarks &positions) {
  const expr::Term &term = pool[id];
  const auto position = static_cast<std::uint32_t>(nodes_.size());
  Node node{.operation = term.operation, .width = term.width, .extra = term.extra};
  std::uint64_t value = 0;
  if (term.operation == expr::Operation::Input) {
    node.input = static_cast<std::uint32_t>(inputs_.size());
    inputs_.push_back({static_cast<std::uint32_t>(term.value), term.width});
    inputPositions_.push_back(position);
  } else if (term.operation == expr::Operation::Constant) {
    value = term.value;
  }
  if (term.a)
    node.a = positions[term.a];
  if (term.b)
    node.b = positions[term.b];
  if (term.c)
    node.c = positions[term.c];
  hasNumbers_ = hasNumbers_ || expr::isFloating(term.operation) ||
                term.operation == expr::Operation::Extended;
  positions.set(id, position);
  nodes_.push_back(node);
  values_.push_back(value);
}

void Tape::load(std::span<const std::uint64_t> inputs, Values &values) const {
  for (std::size_t i = 0; i < inputPositions_.size(); ++i)
    values[inputPositions_[i]] = inputs[i] & expr::maskOf(inputs_[i].width);
}

/// As expr::Evaluator does it.
std::optional<std::uint64_t> Tape::withFailures(const Node &node, const Values &values) const {
  using expr::Operation;
  if (node.operation == Operation::Choose && !failed_[node.a]) {
    const std::uint32_t taken = values[node.a] ? node.b : node.c;
    return failed_[taken] ? std::nullopt : std::optional(values[taken]);
  }
  if (node.width == 1 && (node.operation == Operation::And || node.operation == Operation::Or)) {
    const std::uint64_t decides = node.operation == Operation::Or;
    for (const std::uint32_t side : {node.a, node.b})
      if (!failed_[side] && values[side] == decides)
        return decides;
  }
  for (const std::uint32_t operand : {node.a, node.b, node.c})
    if (operand != none && failed_[operand])
      return std::nullopt;
  if (node.operation == Operation::Call) {
    const auto given =
        oracle_ ? oracle_->call(node.extra, {values[node.a], values[node.b], values[node.c]})
                : std::nullopt;
    return given ? std::optional(*given & expr::maskOf(node.width)) : std::nullopt;
  }
  const auto operand = [&](std::uint32_t position) {
    return position == none ? expr::Bits{} : expr::Bits{values[position], nodes_[position].width};
  };
  return expr::apply(node.operation, node.width, node.extra, operand(node.a), operand(node.b),
                     operand(node.c));
}

void Tape::compute(std::size_t position, Values &values) {
  const Node &node = nodes_[position];
  if (!failed_.empty()) {
    const auto value = withFailures(node, values);
    failed_[position] = !value;
    values[position] = value.value_or(0);
    return;
  }
  const auto operand = [&](std::uint32_t at) {
    return at == none ? expr::Bits{} : expr::Bits{values[at], nodes_[at].width};
  };
  values[position] = expr::apply(node.operation, node.width, node.extra, operand(node.a),
                                 operand(node.b), operand(node.c));
}

std::uint32_t Tape::firstFalse(std::span<const std::uint64_t> inputs) {
  load(inputs, trial_);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (i >= leaves_)
      compute(i, trial_);
    if (nodes_[i].condition != none && trial_[i] == 0) {
      work_ += i + 1;
      return nodes_[i].condition;
    }
  }
  work_ += nodes_.size();
  return none;
}

std::uint32_t Tape::firstFalse(std::span<const std::uint64_t> inputs,
                               std::span<const std::uint32_t> positions) {
  load(inputs, trial_);
  for (const std::uint32_t i : positions) {
    ++work_;
    if (i >= leaves_)
      compute(i, trial_);
    if (nodes_[i].condition != none && trial_[i] == 0)
      return nodes_[i].condition;
  }
  return none;
}

void Tape::evaluate(std::span<const std::uint64_t> inputs) {
  load(inputs, values_);
  for (std::size_t i = leaves_; i < nodes_.size(); ++i)
    compute(i, values_);
  work_ += nodes_.size();
}

} // namespace solver
