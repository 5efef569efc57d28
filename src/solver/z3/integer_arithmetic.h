#pragma once

#include "solver/z3/messages.h"

namespace solver::z3worker {

/// Can the query be asked with integers instead of bits? Bits of two words that meet (a & b of
/// unknowns, shifts by unknown distances) have no integers to stand for them.
bool hasIntegers(const WireQuery &query);

/// Every word as the integer it is, unsigned; what wraps around is taken modulo a power of two.
/// That is exact, so that solutions and contradictions are both to be believed; divisions by
/// constants are easier this way than bit by bit.
Reply overIntegers(const WireQuery &query);

} // namespace solver::z3worker
