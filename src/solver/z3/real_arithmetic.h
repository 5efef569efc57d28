#pragma once

#include "solver/z3/messages.h"

namespace solver::z3worker {

/// Takes IEEE numbers for real ones, without rounding, infinities or NaNs, and integers likewise;
/// what that leaves no sense of (bits of numbers, functions of libm) has its value in the run. Z3's
/// nlsat finds solutions of polynomials then. A solution is rounded to numbers and may be none;
/// that there is none for the reals says nothing about numbers that are rounded, so the reply is a
/// surrender.
Reply overReals(const WireQuery &query);

} // namespace solver::z3worker
