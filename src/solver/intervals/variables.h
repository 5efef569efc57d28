#pragma once

#include "solver/input_pieces.h"

#include <vector>

namespace solver::intervals {

/// Something that a box has a range for: an input, or inputs that are the bytes of one number.
struct Variable {
  std::uint32_t position = 0; // on the tape
  unsigned width = 0;
  InputPieces pieces;
};

/// Every input is part of exactly one.
std::vector<Variable> variablesOf(const Tape &tape);

} // namespace solver::intervals
