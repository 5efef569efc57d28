#pragma once

#include "solver/tape.h"

#include <optional>
#include <vector>

namespace solver {

/// A number that is a whole input, or put together of whole inputs: the bytes of a word.
class InputPieces {
public:
  struct Piece {
    std::uint32_t input = 0; // place in the tape's inputs
    unsigned low = 0;        // its lowest bit in the number
    std::uint64_t mask = 0;  // of its width
  };

  /// What the term is made of; none: of something else as well, or of an input that is taken or
  /// comes twice. Marks its inputs as taken.
  static std::optional<InputPieces> of(const Tape &tape, std::uint32_t position,
                                       std::vector<bool> &taken);

  std::uint64_t bits(const std::vector<std::uint64_t> &inputs) const;
  void set(std::vector<std::uint64_t> &inputs, std::uint64_t bits) const;
  auto begin() const { return pieces_.begin(); }
  auto end() const { return pieces_.end(); }

private:
  bool add(const Tape &tape, std::uint32_t position, unsigned low, const std::vector<bool> &taken);

  std::vector<Piece> pieces_;
};

} // namespace solver
