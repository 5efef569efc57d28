#pragma once

#include "solver/meter.h"
#include "solver/slice.h"

namespace solver {

/// Tries all values of the inputs in the conditions that don't hold, where they are few: a byte,
/// two bytes under small conditions. All other inputs keep their values. A solution must hold for
/// the whole slice; if none holds even for the conditions over these inputs alone, that is a proof.
class Exhaustion : public Layer {
public:
  Exhaustion(Layer &next, Meter &meter) : next_(next), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  Layer &next_;
  Meter &meter_;
};

} // namespace solver
