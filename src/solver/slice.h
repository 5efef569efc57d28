#pragma once

#include "solver/solver.h"
#include "solver/tape.h"

namespace solver {

/// Conditions that hang together through their inputs, ready to be evaluated: what the layers below
/// slicing work on. Indices of conditions, in cores too, count within the slice.
struct Slice {
  Slice(const expr::Pool &pool, std::vector<expr::TermId> conditions,
        std::span<const std::uint64_t> current, TermMarks &scratch);

  const expr::Pool &pool;
  std::vector<expr::TermId> conditions;
  Tape tape;
  std::vector<std::uint64_t> start; // what the run has, by place in tape.inputs()
  /// Other values worth starting a search from, likewise: layers that know some (points of boxes
  /// that may hold a solution, solutions of a simpler query) leave them to the layers below.
  std::vector<std::vector<std::uint64_t>> seeds;
  Effort effort = Effort::Full; // the query's

  bool holds(std::span<const std::uint64_t> values) {
    return tape.firstFalse(values) == Tape::none;
  }
  /// The answer for values that hold: gives inputs their old value back as long as everything still
  /// holds (within a bound of work), and keeps what differs.
  Sat solution(std::vector<std::uint64_t> values);
};

/// One layer below slicing. It answers, or asks the next one.
class Layer {
public:
  virtual ~Layer() = default;
  virtual Answer solve(Slice &slice) = 0;
};

} // namespace solver
