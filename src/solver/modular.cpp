#include "solver/modular.h"

#include <numeric>
#include <utility>

namespace solver {

namespace {

__extension__ using DoubleWord = __int128;
__extension__ using UnsignedDoubleWord = unsigned __int128;

/// Of numbers that have no divisor in common: by Euclid's algorithm.
std::uint64_t inverseModulo(std::uint64_t factor, std::uint64_t modulus) {
  DoubleWord rest = modulus, next = factor % modulus, of = 0, ofNext = 1;
  while (next != 0) {
    const DoubleWord times = rest / next;
    rest = std::exchange(next, rest - times * next);
    of = std::exchange(ofNext, of - times * ofNext);
  }
  return static_cast<std::uint64_t>(of < 0 ? of + modulus : of);
}

} // namespace

std::optional<std::uint64_t> quotientModulo(std::uint64_t wanted, std::uint64_t factor,
                                            std::uint64_t modulus) {
  const std::uint64_t common = std::gcd(factor, modulus);
  if (wanted % common != 0)
    return std::nullopt;
  modulus /= common;
  const UnsignedDoubleWord product = static_cast<UnsignedDoubleWord>(wanted / common % modulus) *
                                     inverseModulo(factor / common % modulus, modulus);
  return static_cast<std::uint64_t>(product % modulus);
}

} // namespace solver
