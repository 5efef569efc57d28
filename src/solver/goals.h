#pragma once

#include "solver/tape.h"

#include <cstdint>
#include <vector>

namespace solver {

/// A term of a tape shall have a value.
struct Goal {
  std::uint32_t position = 0;
  std::uint64_t value = 0;
};

/// Goals to be reached all together.
using Goals = std::vector<Goal>;

/// Bits that can be set in each term of a tape, by position: cheap, and more than the truth.
std::vector<std::uint64_t> possibleBits(const Tape &tape);

/// Ways to make an operation have a value by changing its operands from the values that the tape
/// holds now; the most promising way first. Approximate: a way may fail when tried.
std::vector<Goals> waysTo(const Tape &tape, const std::vector<std::uint64_t> &possible,
                          const Goal &goal);

} // namespace solver
