#pragma once

#include "solver/meter.h"
#include "solver/recent_pools.h"
#include "solver/run_values.h"

namespace solver {

/// Evaluates every condition of a query under each solution that the layers find. Layers check
/// their own slice; here nothing is left out, and a mistake of any of them ends as Unknown and is
/// counted.
class Checked : public Solver {
public:
  Checked(Solver &next, Meter &meter) : next_(next), meter_(meter) {}
  Answer solve(const Query &query) override;

private:
  Solver &next_;
  Meter &meter_;
  RecentPools<RunValues::Run> values_;
};

} // namespace solver
