#pragma once

#include "solver/meter.h"
#include "solver/slice.h"

namespace solver {

/// Tries all values of the inputs where they are few: a byte, two bytes under small conditions.
/// What it finds impossible is proved.
class Exhaustion : public Layer {
public:
  Exhaustion(Layer &next, Meter &meter) : next_(next), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  Layer &next_;
  Meter &meter_;
};

} // namespace solver
