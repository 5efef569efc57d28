#pragma once

#include "solver/meter.h"
#include "solver/slice.h"

namespace solver {

/// For questions with floating point: walks from the run's values downhill, by a measure of how far
/// the conditions are from being true, one variable at a time. Finds solutions, never a proof.
class FloatingSearch : public Layer {
public:
  FloatingSearch(Layer &next, Meter &meter) : next_(next), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  Layer &next_;
  Meter &meter_;
};

} // namespace solver
