#pragma once

#include "solver/meter.h"
#include "solver/run_values.h"
#include "solver/term_marks.h"

namespace solver {

/// The first layer: answers what needs no search (a condition that is always false, a condition and
/// its negation, conditions that hold already) and drops what says nothing (conditions that are
/// always true, repeats).
class Constants : public Solver {
public:
  Constants(Solver &next, RunValues &run, Meter &meter) : next_(next), run_(run), meter_(meter) {}
  Answer solve(const Query &query) override;

private:
  Solver &next_;
  RunValues &run_;
  Meter &meter_;
  TermMarks places_; // of conditions, in the query
};

} // namespace solver
