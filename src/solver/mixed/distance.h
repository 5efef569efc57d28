#pragma once

#include "solver/tape.h"

namespace solver {

/// How far the condition at a position of the tape is from being true, for the values that the tape
/// holds now: 0 if it is, up to about 1 for each comparison that has to change. IEEE numbers are as
/// far apart as there are numbers between them.
double distanceOf(const Tape &tape, std::uint32_t position);

} // namespace solver
