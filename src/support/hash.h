#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace support {

/// A stable 64-bit hash (FNV-1a): the same on every machine and in every version. Not for
/// adversaries.
std::uint64_t hash(std::string_view bytes);

/// The first `digits` hexadecimal digits of the hash.
std::string shortHash(std::string_view bytes, int digits = 8);

} // namespace support
