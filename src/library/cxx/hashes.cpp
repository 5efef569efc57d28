/* The hash of std::hash<std::string> and its like: Austin Appleby's MurmurHash64A, which is in the
 * public domain, as libstdc++ computes it. */
#include <bits/hash_bytes.h>

namespace std {

namespace {

constexpr size_t factor = 0xc6a4a7935bd1e995;

size_t mixed(size_t word) { return word ^ (word >> 47); }

/* The lowest byte comes first. */
size_t wordOf(const unsigned char *bytes, size_t count) {
  size_t word = 0;
  for (size_t i = 0; i < count; ++i)
    word |= static_cast<size_t>(bytes[i]) << (8 * i);
  return word;
}

} // namespace

size_t _Hash_bytes(const void *memory, size_t length, size_t seed) {
  const auto *bytes = static_cast<const unsigned char *>(memory);
  size_t hash = seed ^ (length * factor);
  size_t left = length;
  for (; left >= 8; left -= 8, bytes += 8)
    hash = (hash ^ (mixed(wordOf(bytes, 8) * factor) * factor)) * factor;
  if (left > 0)
    hash = (hash ^ wordOf(bytes, left)) * factor;
  return mixed(mixed(hash) * factor);
}

} // namespace std
