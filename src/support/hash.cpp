#include "support/hash.h"

#include <fmt/format.h>

namespace support {

std::uint64_t hash(std::string_view bytes) {
  std::uint64_t state = 0xcbf2'9ce4'8422'2325;
  for (const char c : bytes)
    state = (state ^ static_cast<unsigned char>(c)) * 0x0000'0100'0000'01b3;
  // FNV alone leaves the high digits of short texts alike.
  state ^= state >> 32;
  return state * 0x9e37'79b9'7f4a'7c15;
}

std::string shortHash(std::string_view bytes, int digits) {
  return fmt::format("{:016x}", hash(bytes)).substr(0, static_cast<std::size_t>(digits));
}

} // namespace support
