#pragma once

#include "solver/meter.h"
#include "solver/slice.h"

namespace solver {

/// Walks from a condition that does not hold down to inputs, undoing one operation at a time, and
/// checks the values that come out against the whole slice. Finds solutions, never a proof.
class Inversion : public Layer {
public:
  Inversion(Layer &next, Meter &meter) : next_(next), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  Layer &next_;
  Meter &meter_;
};

} // namespace solver
