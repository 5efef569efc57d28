#include "solver/intervals/variables.h"

namespace solver::intervals {

using expr::Operation;

/// Words first, what is left alone afterwards.
std::vector<Variable> variablesOf(const Tape &tape) {
  std::vector<Variable> found;
  std::vector<bool> taken(tape.inputs().size());
  const auto add = [&](std::uint32_t position) {
    if (auto pieces = InputPieces::of(tape, position, taken))
      found.push_back({position, tape[position].width, std::move(*pieces)});
  };
  for (std::uint32_t i = 0; i < tape.size(); ++i)
    if (tape[i].operation == Operation::Concat && (tape[i].width == 32 || tape[i].width == 64))
      add(i);
  for (std::uint32_t i = 0; i < tape.size(); ++i)
    if (tape[i].operation == Operation::Input)
      add(i);
  return found;
}

} // namespace solver::intervals
