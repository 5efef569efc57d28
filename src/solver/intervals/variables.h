#pragma once

#include "solver/intervals/domain.h"
#include "solver/tape.h"

#include <vector>

namespace solver::intervals {

/// Something that a box has a range for: an input, or inputs that are the bytes of one number.
struct Variable {
  struct Piece {
    std::uint32_t input = 0; // place in the tape's inputs
    unsigned low = 0;        // its lowest bit in the variable
  };
  std::uint32_t position = 0; // on the tape
  unsigned width = 0;
  std::vector<Piece> pieces;

  std::uint64_t bitsIn(const std::vector<std::uint64_t> &inputs) const;
  void set(std::vector<std::uint64_t> &inputs, std::uint64_t bits, const Tape &tape) const;
};

/// Every input is part of exactly one.
std::vector<Variable> variablesOf(const Tape &tape);

} // namespace solver::intervals
