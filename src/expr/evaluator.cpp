#include "expr/evaluator.h"

#include "expr/reachable.h"

#include <algorithm>
#include <cassert>

namespace expr {

Evaluator::Evaluator(const Pool &pool, std::span<const std::uint64_t> inputs)
    : pool_(pool), inputs_(inputs) {}

void Evaluator::assign(std::span<const std::uint64_t> inputs) {
  inputs_ = inputs;
  if (++round_ == 0) {
    std::fill(roundOf_.begin(), roundOf_.end(), 0);
    std::fill(failed_.begin(), failed_.end(), 0);
    round_ = 1;
  }
}

std::uint64_t Evaluator::operator()(TermId term) {
  if (values_.size() < pool_.size()) {
    values_.resize(pool_.size());
    roundOf_.resize(pool_.size());
    if (pool_.hasCalls())
      failed_.resize(pool_.size());
  }
  work_.assign(1, term);
  while (!work_.empty()) {
    const TermId id = work_.back();
    const std::size_t before = work_.size();
    if (!isKnown(id))
      for (const TermId operand : {pool_[id].a, pool_[id].b, pool_[id].c})
        if (operand && !isKnown(operand))
          work_.push_back(operand);
    if (work_.size() != before)
      continue;
    const std::optional<std::uint64_t> value = compute(pool_[id]);
    values_[id.index] = value.value_or(0);
    roundOf_[id.index] = round_;
    if (!value)
      failed_[id.index] = round_;
    work_.pop_back();
  }
  return values_[term.index];
}

/// Where calls may fail. What does not matter for a value may be without one: the way that a choice
/// does not take, the other side of a conjunction that is false.
std::optional<std::uint64_t> Evaluator::withFailures(const Term &term) const {
  const auto value = [&](TermId id) { return values_[id.index]; };
  if (term.operation == Operation::Choose && isDefined(term.a)) {
    const TermId taken = value(term.a) ? term.b : term.c;
    return isDefined(taken) ? std::optional(value(taken)) : std::nullopt;
  }
  if (term.width == 1 && (term.operation == Operation::And || term.operation == Operation::Or)) {
    const std::uint64_t decides = term.operation == Operation::Or;
    for (const TermId side : {term.a, term.b})
      if (isDefined(side) && value(side) == decides)
        return decides;
  }
  for (const TermId operand : {term.a, term.b, term.c})
    if (operand && !isDefined(operand))
      return std::nullopt;
  if (term.operation == Operation::Call) {
    Oracle *oracle = pool_.oracle();
    const auto given = oracle
                           ? oracle->call(term.extra, {value(term.a), value(term.b), value(term.c)})
                           : std::nullopt;
    return given ? std::optional(*given & maskOf(term.width)) : std::nullopt;
  }
  const auto bits = [&](TermId id) { return id ? Bits{value(id), pool_[id].width} : Bits{}; };
  return apply(term.operation, term.width, term.extra, bits(term.a), bits(term.b), bits(term.c));
}

std::optional<std::uint64_t> Evaluator::compute(const Term &term) const {
  if (term.operation == Operation::Constant)
    return term.value;
  if (term.operation == Operation::Input)
    return term.value < inputs_.size() ? inputs_[term.value] & maskOf(term.width) : 0;
  if (!failed_.empty())
    return withFailures(term);
  const auto bits = [&](TermId id) {
    return id ? Bits{values_[id.index], pool_[id].width} : Bits{};
  };
  return apply(term.operation, term.width, term.extra, bits(term.a), bits(term.b), bits(term.c));
}

std::vector<std::uint32_t> inputsIn(const Pool &pool, TermId term) {
  std::vector<std::uint32_t> inputs;
  for (const TermId id : reachable(pool, std::span(&term, 1)))
    if (pool[id].operation == Operation::Input)
      inputs.push_back(static_cast<std::uint32_t>(pool[id].value));
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  return inputs;
}

TermId Substitution::make(TermId id) {
  const Term old = pool_[id]; // a copy: the pool grows
  if (old.operation == Operation::Input) {
    const TermId now = replacement_(static_cast<std::uint32_t>(old.value), old.width);
    assert(pool_[now].width == old.width);
    return now;
  }
  const TermId a = replaced(old.a), b = replaced(old.b), c = replaced(old.c);
  return a == old.a && b == old.b && c == old.c
             ? id
             : pool_.make(old.operation, old.width, a, b, c, old.extra);
}

TermId Substitution::operator()(TermId term) {
  if (done_.size() <= term.index)
    done_.resize(term.index + std::size_t{1});
  work_.assign(1, term);
  while (!work_.empty()) {
    const TermId id = work_.back();
    const std::size_t before = work_.size();
    if (!done_[id.index])
      for (const TermId operand : {pool_[id].a, pool_[id].b, pool_[id].c})
        if (operand && !done_[operand.index])
          work_.push_back(operand);
    if (work_.size() != before)
      continue;
    if (!done_[id.index])
      done_[id.index] = make(id);
    work_.pop_back();
  }
  return done_[term.index];
}

TermId substitute(Pool &pool, TermId term, const Substitution::Replacement &replacement) {
  return Substitution(pool, replacement)(term);
}

} // namespace expr
