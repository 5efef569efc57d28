#pragma once

#include "expr/pool.h"

#include <functional>
#include <span>

namespace expr {

/// Values of terms under one assignment of the inputs; each term is computed once. Not recursive:
/// terms may be millions deep.
class Evaluator {
public:
  /// Inputs past the end of `inputs` are zero. Both must outlive the evaluator; the pool may grow.
  Evaluator(const Pool &pool, std::span<const std::uint64_t> inputs);
  std::uint64_t operator()(TermId term);

private:
  const Pool &pool_;
  std::span<const std::uint64_t> inputs_;
  std::vector<std::uint64_t> values_; // by term
  std::vector<bool> known_;
  std::vector<TermId> work_;
};

/// The inputs a term depends on, ascending.
std::vector<std::uint32_t> inputsIn(const Pool &pool, TermId term);

/// The term with some of its inputs replaced (by terms of the same width).
TermId substitute(Pool &pool, TermId term,
                  const std::function<TermId(std::uint32_t input, unsigned width)> &replacement);

} // namespace expr
