#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace support {

/// A stable 64-bit hash (FNV-1a): the same on every machine and in every version. Not for
/// adversaries.
std::uint64_t hash(std::string_view bytes);

/// `hash` with one more value in it: a bijection of either while the other stays.
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = ((hash + 0x9e37'79b9'7f4a'7c15) ^ value) * 0xff51'afd7'ed55'8ccd;
  return hash ^ hash >> 32;
}

/// The first `digits` hexadecimal digits of the hash.
std::string shortHash(std::string_view bytes, int digits = 8);

} // namespace support
