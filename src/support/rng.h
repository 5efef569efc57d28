#pragma once

#include <cstdint>

namespace support {

/// The one source of randomness, passed down by reference: same seed, same run (xoshiro256**).
class Rng {
public:
  explicit Rng(std::uint64_t seed) {
    for (auto &word : state_) {
      seed += 0x9e37'79b9'7f4a'7c15;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58'476d'1ce4'e5b9;
      z = (z ^ (z >> 27)) * 0x94d0'49bb'1331'11eb;
      word = z ^ (z >> 31);
    }
  }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// A number in [0, bound); bound must not be zero.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }

  /// True once in `n` on average.
  bool oneIn(std::uint64_t n) { return below(n) == 0; }

private:
  static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t state_[4];
};

} // namespace support
