#include "solver/modular.h"

#include <gtest/gtest.h>

namespace solver {
namespace {

TEST(Modular, QuotientsAreTheLeastOnesThereAre) {
  for (std::uint64_t modulus = 1; modulus <= 24; ++modulus)
    for (std::uint64_t factor = 0; factor <= 30; ++factor)
      for (std::uint64_t wanted = 0; wanted < modulus; ++wanted) {
        std::optional<std::uint64_t> least;
        for (std::uint64_t x = 0; x < modulus && !least; ++x)
          if (x * factor % modulus == wanted)
            least = x;
        EXPECT_EQ(quotientModulo(wanted, factor, modulus), least)
            << wanted << " " << factor << " " << modulus;
      }
}

TEST(Modular, WordsDoNotOverflow) {
  __extension__ using DoubleWord = unsigned __int128;
  for (const std::uint64_t modulus : {~0ull, ~0ull - 58, 1ull << 63, (1ull << 61) - 1})
    for (const std::uint64_t factor :
         {~std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{0x123456789abcdef}, modulus - 1}) {
      const auto x = quotientModulo(modulus / 3 + 1, factor, modulus);
      if (!x)
        continue;
      EXPECT_EQ(static_cast<std::uint64_t>(static_cast<DoubleWord>(*x) * factor % modulus),
                modulus / 3 + 1);
    }
}

} // namespace
} // namespace solver
