// Blind changes, many at once: a program that is deep inside its input needs several things to
// change together, and most runs cost next to nothing. What they keep in common with the input they
// come from leads there again.
#include "generate/random/havoc.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace generate {

namespace {

constexpr auto limits = std::to_array<std::int64_t>(
    {0,     1,     -1,    2,      3,          4,          7,           8,         9,    10,
     15,    16,    31,    32,     63,         64,         100,         127,       128,  255,
     256,   512,   1000,  1024,   -32,        -64,        -100,        -128,      -129, 32767,
     32768, 65535, 65536, -32768, 2147483647, 2147483648, -2147483648, 4294967295});

bool isDigit(char c) { return c >= '0' && c <= '9'; }

} // namespace

void Havoc::change(std::string &bytes, const std::string &donor) {
  const std::uint64_t changes = std::uint64_t{1} << rng_.below(5);
  for (std::uint64_t i = 0; i < changes; ++i)
    changeOnce(bytes, donor);
  bytes.resize(std::min(bytes.size(), mostBytes));
}

void Havoc::changeOnce(std::string &bytes, const std::string &donor) {
  if (bytes.empty())
    return put(bytes, word());
  switch (rng_.below(16)) {
  case 0:
  case 1:
  case 2:
    return changeByte(bytes);
  case 3:
    return changeNumber(bytes);
  case 4:
    return changeDigits(bytes);
  case 5:
  case 6:
    return removeBlock(bytes);
  case 7:
  case 8:
    return copyBlock(bytes);
  case 9:
    std::swap(bytes[rng_.below(bytes.size())], bytes[rng_.below(bytes.size())]);
    return;
  case 10:
    return put(bytes, std::string(blockLength(rng_.oneIn(4) ? 256 : 16),
                                  rng_.oneIn(2) ? bytes[rng_.below(bytes.size())]
                                                : static_cast<char>(rng_.next())));
  case 11:
  case 12:
    return takeFrom(bytes, donor);
  default:
    return put(bytes, word());
  }
}

/// Short ones mostly.
std::size_t Havoc::blockLength(std::size_t most) {
  const std::uint64_t bound = rng_.oneIn(2) ? 8 : rng_.oneIn(2) ? 32 : most;
  return 1 + rng_.below(std::clamp<std::uint64_t>(bound, 1, std::max<std::size_t>(most, 1)));
}

void Havoc::changeByte(std::string &bytes) {
  char &byte = bytes[rng_.below(bytes.size())];
  switch (rng_.below(5)) {
  case 0:
    byte = static_cast<char>(byte ^ (1 << rng_.below(8)));
    break;
  case 1:
    byte = static_cast<char>(byte + static_cast<char>(1 + rng_.below(35)));
    break;
  case 2:
    byte = static_cast<char>(byte - static_cast<char>(1 + rng_.below(35)));
    break;
  case 3:
    if (!dictionary_.characters.empty()) {
      byte = dictionary_.characters[rng_.below(dictionary_.characters.size())];
      break;
    }
    [[fallthrough]];
  default:
    byte = static_cast<char>(rng_.next());
  }
}

/// One of two, four or eight bytes, whichever end comes first.
void Havoc::changeNumber(std::string &bytes) {
  const std::size_t size = std::size_t{1} << rng_.below(4);
  if (size > bytes.size())
    return changeByte(bytes);
  const std::size_t at = rng_.below(bytes.size() - size + 1);
  const bool isReversed = rng_.oneIn(2);
  const auto reverse = [&](std::uint64_t value) {
    return isReversed ? __builtin_bswap64(value) >> (64 - 8 * size) : value;
  };
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + at, size);
  if (!dictionary_.integers.empty() && rng_.oneIn(3))
    value =
        static_cast<std::uint64_t>(dictionary_.integers[rng_.below(dictionary_.integers.size())]);
  else if (rng_.oneIn(2))
    value = static_cast<std::uint64_t>(limits[rng_.below(limits.size())]);
  else
    value = reverse(value) + rng_.below(71) - 35;
  if (size < 8)
    value &= (std::uint64_t{1} << (8 * size)) - 1;
  value = reverse(value);
  std::memcpy(bytes.data() + at, &value, size);
}

/// A number in the text becomes another one.
void Havoc::changeDigits(std::string &bytes) {
  const std::size_t from = rng_.below(bytes.size());
  const auto first =
      std::find_if(bytes.begin() + static_cast<std::ptrdiff_t>(from), bytes.end(), isDigit);
  if (first == bytes.end())
    return put(bytes, std::to_string(limits[rng_.below(limits.size())]));
  const auto last = std::find_if_not(first, bytes.end(), isDigit);
  const bool isKnown = !dictionary_.integers.empty() && rng_.oneIn(2);
  const std::int64_t number = isKnown
                                  ? dictionary_.integers[rng_.below(dictionary_.integers.size())]
                                  : limits[rng_.below(limits.size())];
  bytes.replace(first, last, std::to_string(number));
}

void Havoc::removeBlock(std::string &bytes) {
  bytes.erase(rng_.below(bytes.size()), blockLength(bytes.size()));
}

/// Inserted somewhere, or over what is there.
void Havoc::put(std::string &bytes, const std::string &piece) {
  const std::size_t at = rng_.below(bytes.size() + 1);
  bytes.replace(at, rng_.oneIn(3) ? piece.size() : 0, piece);
}

void Havoc::copyBlock(std::string &bytes) {
  const std::size_t from = rng_.below(bytes.size());
  put(bytes, bytes.substr(from, blockLength(bytes.size())));
}

/// A piece, or all that comes behind some place.
void Havoc::takeFrom(std::string &bytes, const std::string &donor) {
  if (donor.empty())
    return copyBlock(bytes);
  const std::size_t from = rng_.below(donor.size());
  if (rng_.oneIn(4)) {
    bytes.resize(rng_.below(bytes.size() + 1));
    bytes.append(donor, from);
  } else {
    put(bytes, donor.substr(from, blockLength(donor.size())));
  }
}

std::string Havoc::word() {
  const auto one = [&](const std::vector<std::string> &words) {
    return words[rng_.below(words.size())];
  };
  switch (rng_.below(6)) {
  case 0:
  case 1:
    if (!dictionary_.keywords.empty())
      return one(dictionary_.keywords);
    [[fallthrough]];
  case 2:
    if (!dictionary_.texts.empty())
      return one(dictionary_.texts);
    [[fallthrough]];
  case 3:
    if (!dictionary_.words.empty())
      return one(dictionary_.words);
    [[fallthrough]];
  case 4:
    if (!dictionary_.separators.empty())
      return std::string(1, dictionary_.separators[rng_.below(dictionary_.separators.size())]);
    [[fallthrough]];
  default:
    return std::string(1, static_cast<char>(rng_.oneIn(2) ? ' ' + rng_.below(95) : rng_.next()));
  }
}

} // namespace generate
