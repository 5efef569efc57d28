#pragma once

#include "expr/evaluator.h"
#include "solver/slice.h"

#include <map>

namespace solver {

/// The conditions of a path with everything made linear: where two operands that depend on inputs
/// are multiplied, divided, shifted by each other, one of them is replaced by its value in the run;
/// a function (sqrt, sin) is replaced as a whole. What was replaced is said by conditions of its
/// own, so that solutions are solutions of the path.
class Linearised {
public:
  /// The pool must outlive this; it may grow.
  explicit Linearised(const expr::Pool &pool) : original_(pool), evaluate_(pool, {}) {}

  struct Conditions {
    std::vector<expr::TermId> terms; // in pool(): those of the slice, then what was replaced
    std::vector<bool> replaced;      // by condition of the slice: something in it was replaced
  };
  /// Values of the run are those of the slice.
  Conditions conditions(const Slice &slice);
  const expr::Pool &pool() const { return linear_; }

  /// Is there anything to replace?
  static bool hasWork(const Tape &tape);

private:
  struct Made {
    expr::TermId term;     // in linear_
    bool replaced = false; // something below was replaced
  };
  void startFrom(const Slice &slice);
  const Made &make(expr::TermId root);
  Made copy(expr::TermId id);
  expr::TermId hold(expr::TermId operand);
  void collect(expr::TermId root, std::vector<expr::TermId> &holds);

  const expr::Pool &original_;
  expr::Pool linear_;
  std::vector<std::uint64_t> inputs_;                        // of the run
  expr::Evaluator evaluate_;                                 // of original_
  std::map<std::uint32_t, Made> made_;                       // by term of original_
  std::map<std::uint32_t, std::vector<expr::TermId>> holds_; // by term that replaces: conditions
  TermMarks seen_;
  std::vector<expr::TermId> work_;
};

} // namespace solver
