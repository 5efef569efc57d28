#pragma once

#include "solver/linear.h"
#include "solver/meter.h"
#include "solver/recent_pools.h"

namespace solver {

/// Asks the linear query first, where a path multiplies or divides what depends on inputs. Its
/// solution is one; its contradiction is one if nothing that was replaced takes part in it. Only
/// otherwise the query itself is asked. (Garg et al., Feedback-directed unit test generation,
/// sections V.B and VI.)
class LinearFirst : public Layer {
public:
  /// `linear` answers linear queries, or gives up.
  LinearFirst(Layer &linear, Layer &next, Meter &meter)
      : linear_(linear), next_(next), meter_(meter) {}
  Answer solve(Slice &slice) override;

private:
  Answer ask(Slice &slice);

  Layer &linear_;
  Layer &next_;
  Meter &meter_;
  RecentPools<Linearised> paths_{4};
  TermMarks scratch_;
};

/// A layer after which there is none.
class GiveUp : public Layer {
public:
  Answer solve(Slice &) override { return Unknown{"nobody left to ask"}; }
};

} // namespace solver
