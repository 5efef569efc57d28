#pragma once

#include "solver/tape.h"

#include <cstdint>
#include <vector>

namespace solver::search {

using Values = std::vector<std::uint64_t>; // by place in the tape's inputs

/// What a search moves: an input, or inputs that are the bytes of one number.
class Variable {
public:
  /// A whole input, and where in the variable it lies.
  struct Piece {
    std::uint32_t input = 0; // place in the tape's inputs
    unsigned low = 0;
    std::uint64_t mask = 0; // of its width
  };

  Variable(bool isNumber, unsigned width, std::vector<Piece> pieces)
      : isNumber_(isNumber), width_(width), pieces_(std::move(pieces)) {}

  bool isNumber() const { return isNumber_; } // of floating point
  unsigned width() const { return width_; }
  const std::vector<Piece> &pieces() const { return pieces_; }

  std::uint64_t bits(const Values &values) const;
  void set(Values &values, std::uint64_t bits) const;

  /// As a real number; integers are read as signed ones.
  double real(const Values &values) const;
  /// The nearest there is.
  void setReal(Values &values, double number) const;
  std::uint64_t bitsNear(double number) const;

private:
  bool isNumber_;
  unsigned width_;
  std::vector<Piece> pieces_;
};

/// All there are on a tape; together they are its inputs, each once.
std::vector<Variable> findVariables(const Tape &tape);

} // namespace solver::search
