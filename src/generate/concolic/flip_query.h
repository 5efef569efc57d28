#pragma once

#include "generate/concolic/path.h"
#include "solver/solver.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace generate {

/// One other way a recorded run could have gone.
struct Flip {
  std::shared_ptr<Path> path;
  std::size_t event = 0;
  Alternative alternative;
};

/// A flip as it is put to the solver.
struct FlipQuery {
  Flip flip;
  Restraint restraint = {};
  solver::Effort effort = solver::Effort::Quick;
  std::set<std::uint64_t> known = {}; // values that were seen where another one is asked for

  /// Whether it is asked for once more, with small numbers only.
  bool isTame() const { return restraint.bits < Restraint().bits; }
};

/// What came of it.
struct FlipAnswer {
  solver::Answer answer;                        // to the flip itself
  std::optional<solver::Assignment> assignment; // the flip's, or with these events left open
  EventSet leftOpen = {};
  std::vector<std::string> hardParts = {}; // of the condition, if nothing was decided in full
};

/// Asks for a flip; if a contradiction names decisions of library code, for the same with those
/// left open. Makes terms in the pool of the flip's path.
FlipAnswer solve(const FlipQuery &query, solver::Solver &solver);

} // namespace generate
