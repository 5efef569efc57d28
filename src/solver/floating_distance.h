#pragma once

#include "solver/tape.h"

namespace solver {

/// How far the condition at a position of the tape is from being true: 0 if it is, up to about 1
/// for each comparison that has to change. Numbers of floating point are as far apart as there are
/// numbers between them, whatever their size. For the values that the tape holds now.
double distance(const Tape &tape, std::uint32_t position);

/// Where a number stands in the order of all numbers of its width, and back; not for NaNs.
std::int64_t orderOf(std::uint64_t bits, unsigned width);
std::uint64_t bitsAt(std::int64_t order, unsigned width);

/// A comparison that keeps the condition from being true (the first one); none: there isn't any.
std::uint32_t comparisonIn(const Tape &tape, std::uint32_t position);
/// By how much its left side is greater than its right one; a NaN if that can't be said.
double excess(const Tape &tape, std::uint32_t comparison);

/// As a double, whatever its width.
double numberOf(std::uint64_t bits, unsigned width);
std::uint64_t bitsOf(double number, unsigned width);

} // namespace solver
