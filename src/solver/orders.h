#pragma once

#include "solver/meter.h"
#include "solver/slice.h"

namespace solver {

/// Finds conditions that go round in a circle: a < b, b <= c, c < a. Nothing is known of the terms
/// but how conditions compare them, signed, unsigned and as numbers. Such contradictions are many
/// where code sorts, and hard for bits and for ranges.
class Orders : public Layer {
public:
  Orders(Layer &next, Meter &meter) : next_(next), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  static std::vector<std::size_t> circleIn(Slice &slice);

  Layer &next_;
  Meter &meter_;
};

} // namespace solver
