#pragma once

#include "solver/meter.h"
#include "solver/slice.h"

#include <optional>

namespace solver::intervals {

/// One pass of ranges up and down the terms, without any search: finds contradictions between
/// bounds, and inputs that can have one value only.
class QuickIntervals : public Layer {
public:
  QuickIntervals(Layer &next, Meter &meter) : next_(next), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  std::optional<Unsat> contradictionNearby(Slice &slice);

  Layer &next_;
  Meter &meter_;
  TermMarks scratch_;
};

/// For queries with floating point: branch and prune (branch_and_prune.h). Its "no" is a proof
/// for the numbers of the machine; where functions of libm take part, under the assumptions of
/// libm_errors.h.
class IntervalSearch : public Layer {
public:
  IntervalSearch(Layer &next, Meter &meter) : next_(next), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  Layer &next_;
  Meter &meter_;
};

} // namespace solver::intervals
