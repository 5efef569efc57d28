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
    round_ = 1;
  }
}

std::uint64_t Evaluator::operator()(TermId term) {
  if (values_.size() < pool_.size()) {
    values_.resize(pool_.size());
    roundOf_.resize(pool_.size());
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
    values_[id.index] = compute(pool_[id]);
    roundOf_[id.index] = round_;
    work_.pop_back();
  }
  return values_[term.index];
}

std::uint64_t Evaluator::compute(const Term &term) const {
  if (term.operation == Operation::Constant)
    return term.value;
  if (term.operation == Operation::Input)
    return term.value < inputs_.size() ? inputs_[term.value] & maskOf(term.width) : 0;
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
