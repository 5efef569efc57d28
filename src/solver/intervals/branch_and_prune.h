#pragma once

#include "solver/intervals/contractor.h"
#include "solver/intervals/variables.h"
#include "solver/slice.h"
#include "support/rng.h"

#include <optional>

namespace solver::intervals {

/// Halves boxes of inputs, takes away what can't satisfy the conditions, and tries points of what
/// is left, until a point satisfies them, nothing is left, or the work is used up.
class BranchAndPrune {
public:
  using Values = std::vector<std::uint64_t>; // by place in the tape's inputs

  struct Outcome {
    std::optional<Values> found;
    bool isProved = false;     // nothing satisfies the conditions
    std::vector<Values> seeds; // points of boxes that are left, those near the run first
  };

  /// `mostWork` counts rules applied and terms computed.
  BranchAndPrune(Slice &slice, std::uint64_t mostWork);

  Outcome run();
  /// After a proof: conditions that can't hold together, ascending; all of them, or fewer if that
  /// can be found with about as much work again.
  std::vector<std::size_t> core();
  bool usesLibm() const { return contractor_.usesLibm(); }

private:
  using Box = std::vector<Domain>; // by variable
  enum class Verdict { Empty, Found, Open };

  bool isOver() const { return contractor_.work() + slice_.tape.work() - start_ > mostWork_; }
  bool proves(const std::vector<bool> &conditions, std::uint64_t mostWork);
  bool contract(Box &box);
  bool shave(Box &box);
  bool shaveEnd(Box &box, std::size_t variable, bool atLow);
  Verdict examine(Box &box);
  Verdict tryAll(const Box &box);
  bool tryPoints(const Box &box);
  bool holds();
  std::optional<std::size_t> toSplit(const Box &box) const;
  void split(const Box &box, std::size_t variable);
  Values nearestIn(const Box &box) const;

  Slice &slice_;
  Contractor contractor_;
  std::vector<Variable> variables_;
  std::vector<bool> isRepeated_; // by variable
  Box whole_;
  std::vector<Box> boxes_; // the last one is next
  Values point_;
  support::Rng rng_;
  std::uint64_t mostWork_, start_ = 0;
  bool tries_ = true;   // points, not only proofs
  bool isExact_ = true; // every box that is gone was proved empty
};

} // namespace solver::intervals
