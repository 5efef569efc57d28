#pragma once

#include "solver/meter.h"
#include "solver/slice.h"
#include "solver/z3/z3_layer.h"

namespace solver::z3worker {

/// For queries that divide by constants, which are hard bit by bit: asks them over the integers,
/// which is exact. `x % 400 == 0` contradicts `x % 100 != 0` there at once.
class IntegersLayer : public Layer {
public:
  IntegersLayer(Z3Layer &z3, Layer &next, Meter &meter) : z3_(z3), next_(next), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  Z3Layer &z3_;
  Layer &next_;
  Meter &meter_;
};

} // namespace solver::z3worker
