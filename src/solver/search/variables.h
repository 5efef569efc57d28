#pragma once

#include "solver/input_pieces.h"

#include <cstdint>
#include <vector>

namespace solver::search {

using Values = std::vector<std::uint64_t>; // by place in the tape's inputs

/// What a search moves: an input, or inputs that are the bytes of one number.
class Variable {
public:
  Variable(bool isNumber, unsigned width, InputPieces pieces)
      : isNumber_(isNumber), width_(width), pieces_(std::move(pieces)) {}

  bool isNumber() const { return isNumber_; } // of floating point
  unsigned width() const { return width_; }
  const InputPieces &pieces() const { return pieces_; }

  std::uint64_t bits(const Values &values) const { return pieces_.bits(values); }
  void set(Values &values, std::uint64_t bits) const { pieces_.set(values, bits); }

  /// As a real number; integers are read as signed ones.
  double real(const Values &values) const;
  /// The nearest there is.
  void setReal(Values &values, double number) const;
  std::uint64_t bitsNear(double number) const;

private:
  bool isNumber_;
  unsigned width_;
  InputPieces pieces_;
};

/// All there are on a tape; together they are its inputs, each once.
std::vector<Variable> findVariables(const Tape &tape);

} // namespace solver::search
