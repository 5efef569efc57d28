#include "solver/meter.h"

#include <utility>

namespace solver {

const char *Meter::enter(const char *layer) {
  const auto now = std::chrono::steady_clock::now();
  if (layer_ != nullptr)
    counts_.seconds[layer_] += std::chrono::duration<double>(now - since_).count();
  since_ = now;
  return std::exchange(layer_, layer);
}

Answer Meter::answered(std::string_view layer, Answer answer) {
  std::string what(layer);
  if (std::holds_alternative<Sat>(answer))
    what += ": sat";
  else if (std::holds_alternative<Unsat>(answer))
    what += ": unsat";
  else
    what += ": unknown (" + std::get<Unknown>(answer).why + ")";
  ++counts_.answers[what];
  return answer;
}

} // namespace solver
