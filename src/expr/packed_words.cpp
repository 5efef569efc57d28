#include "expr/packed_words.h"

#include <tuple>

namespace expr {

std::uint64_t packed(const Words &words) {
  std::uint64_t mixed = 0;
  for (const std::uint64_t word : words) {
    mixed = (mixed ^ word) * packFactor;
    mixed ^= mixed >> 32;
  }
  return mixed;
}

bool arePacked(std::span<const WordPlace> places) {
  return !places.empty() && places.back().word >= std::tuple_size_v<Words>;
}

} // namespace expr
