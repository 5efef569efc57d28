#pragma once

#include "expr/pool.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace expr {

/// Values of terms under one assignment of the inputs; each term is computed once. Not recursive:
/// terms may be millions deep. What depends on a call that has no value (calls.h) is 0, so that no
/// condition over it holds, nor its negation.
class Evaluator {
public:
  /// Inputs past the end of `inputs` are zero. Both must outlive the evaluator; the pool may grow.
  Evaluator(const Pool &pool, std::span<const std::uint64_t> inputs);
  std::uint64_t operator()(TermId term);
  /// False if the value depends on a call that has none. After operator() for the term.
  bool isDefined(TermId term) const { return failed_.empty() || failed_[term.index] != round_; }
  /// Starts again with other inputs, without the cost of a new evaluator.
  void assign(std::span<const std::uint64_t> inputs);

private:
  bool isKnown(TermId term) const { return roundOf_[term.index] == round_; }
  std::optional<std::uint64_t> compute(const Term &term) const;
  std::optional<std::uint64_t> withFailures(const Term &term) const;

  const Pool &pool_;
  std::span<const std::uint64_t> inputs_;
  std::vector<std::uint64_t> values_;  // by term
  std::vector<std::uint32_t> roundOf_; // by term: the assignment that its value belongs to
  std::vector<std::uint32_t> failed_; // by term: the assignment under which it has no value; empty:
                                      // there are no calls
  std::uint32_t round_ = 1;
  std::vector<TermId> work_;
};

/// The inputs a term depends on, ascending. To ask for many terms: input_sets.h.
std::vector<std::uint32_t> inputsIn(const Pool &pool, TermId term);

/// Terms with some of their inputs replaced (by terms of the same width). What was replaced is
/// remembered, so that asking for many terms costs no more than asking for all at once.
class Substitution {
public:
  using Replacement = std::function<TermId(std::uint32_t input, unsigned width)>;
  /// The pool must outlive it, and the replacement of an input never change.
  Substitution(Pool &pool, Replacement replacement)
      : pool_(pool), replacement_(std::move(replacement)) {}
  TermId operator()(TermId term);

private:
  TermId replaced(TermId id) const {
    return id && id.index < done_.size() ? done_[id.index] : TermId();
  }
  TermId make(TermId id);

  Pool &pool_;
  Replacement replacement_;
  std::vector<TermId> done_; // by term; none: not yet
  std::vector<TermId> work_;
};

/// For one term.
TermId substitute(Pool &pool, TermId term, const Substitution::Replacement &replacement);

} // namespace expr
