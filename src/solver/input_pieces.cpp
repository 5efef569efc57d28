#include "solver/input_pieces.h"

#include <algorithm>

namespace solver {

using expr::Operation;

bool InputPieces::add(const Tape &tape, std::uint32_t position, unsigned low,
                      const std::vector<bool> &taken) {
  const Tape::Node &node = tape[position];
  if (node.operation == Operation::Concat)
    return add(tape, node.b, low, taken) && add(tape, node.a, low + tape[node.b].width, taken);
  const bool isFree = node.operation == Operation::Input && !taken[node.input] &&
                      std::none_of(pieces_.begin(), pieces_.end(),
                                   [&](const Piece &piece) { return piece.input == node.input; });
  if (isFree)
    pieces_.push_back({node.input, low, expr::maskOf(node.width)});
  return isFree;
}

std::optional<InputPieces> InputPieces::of(const Tape &tape, std::uint32_t position,
                                           std::vector<bool> &taken) {
  InputPieces pieces;
  if (!pieces.add(tape, position, 0, taken))
    return std::nullopt;
  for (const Piece &piece : pieces)
    taken[piece.input] = true;
  return pieces;
}

std::uint64_t InputPieces::bits(const std::vector<std::uint64_t> &inputs) const {
  std::uint64_t bits = 0;
  for (const Piece &piece : pieces_)
    bits |= inputs[piece.input] << piece.low;
  return bits;
}

void InputPieces::set(std::vector<std::uint64_t> &inputs, std::uint64_t bits) const {
  for (const Piece &piece : pieces_)
    inputs[piece.input] = bits >> piece.low & piece.mask;
}

} // namespace solver
