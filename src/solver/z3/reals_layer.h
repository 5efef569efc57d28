#pragma once

#include "solver/meter.h"
#include "solver/slice.h"
#include "solver/z3/z3_layer.h"

namespace solver::z3worker {

/// For queries with floating point: what would do if numbers were real ones. If it does for the
/// machine's, that is the answer; if not, it is a seed for the layers below.
class RealsLayer : public Layer {
public:
  RealsLayer(Z3Layer &z3, Layer &next, Meter &meter) : z3_(z3), next_(next), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  Z3Layer &z3_;
  Layer &next_;
  Meter &meter_;
};

} // namespace solver::z3worker
