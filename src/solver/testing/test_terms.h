#pragma once

#include "expr/evaluator.h"
#include "solver/solver.h"
#include "support/rng.h"

#include <optional>

namespace solver {

/// For tests: random terms over few small inputs, and the truth about them by trying everything.
class TestTerms {
public:
  /// Widths of the inputs, by number.
  TestTerms(expr::Pool &pool, std::vector<unsigned> widths, std::uint64_t seed)
      : pool_(pool), widths_(std::move(widths)), rng_(seed) {}

  expr::TermId term(unsigned width, unsigned depth);
  std::vector<expr::TermId> conditions(std::size_t count, unsigned depth) {
    std::vector<expr::TermId> conditions;
    for (std::size_t i = 0; i < count; ++i)
      conditions.push_back(term(1, depth));
    return conditions;
  }
  std::vector<std::uint64_t> randomInputs();
  std::uint64_t below(std::uint64_t bound) { return rng_.below(bound); }

  /// Do all conditions hold?
  bool hold(std::span<const expr::TermId> conditions, std::span<const std::uint64_t> inputs) const;
  /// Is there any assignment under which they do?
  bool satisfiable(std::span<const expr::TermId> conditions) const;

private:
  expr::TermId leaf(unsigned width);
  expr::TermId ofTwoWords(unsigned width, unsigned depth);
  expr::TermId resized(expr::TermId term, unsigned width);

  expr::Pool &pool_;
  std::vector<unsigned> widths_;
  support::Rng rng_;
};

/// Empty if the answer is true, else what is wrong with it.
std::string problemOf(const TestTerms &terms, const Query &query, const Answer &answer);

} // namespace solver
