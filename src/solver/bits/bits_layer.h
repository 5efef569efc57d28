#pragma once

#include "solver/bits/blaster.h"
#include "solver/meter.h"
#include "solver/recent_pools.h"
#include "solver/slice.h"

#include <memory>

namespace solver::bits {

/// Turns conditions into clauses and asks a SAT solver, which keeps what it learnt about a path
/// from query to query: conditions are assumptions, so a contradiction names the guilty.
/// What is too large or too hard goes to the next layer, and so does what holds only for numbers
/// that are taken out of the air. A hard query may be put to another layer first, which is
/// better at some of them and gives up on the others.
class BitsLayer : public Layer {
public:
  /// What takes more conflicts than `conflictsNearRun` is a hard query: decisions no longer
  /// follow the run, and more is said about what is asked (Blaster::sayMore).
  BitsLayer(Layer &next, Meter &meter, Layer *forHard = nullptr, int conflictsNearRun = 500)
      : next_(next), meter_(meter), forHard_(forHard), conflictsNearRun_(conflictsNearRun) {}
  Answer solve(Slice &slice) override;

private:
  /// What is known of one path.
  class Instance;
  /// An instance that is thrown away and made again when too much idle lies in it.
  struct Path {
    explicit Path(const expr::Pool &) {}
    std::shared_ptr<Instance> instance;
  };

  Answer ask(Slice &slice);
  Answer answerFrom(Slice &slice, Instance &instance, int result);

  Layer &next_;
  Meter &meter_;
  Layer *forHard_;
  int conflictsNearRun_;
  RecentPools<Path> paths_{4};
};

} // namespace solver::bits
