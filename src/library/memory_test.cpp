#include "library/library.h"
#include "library/testing/guarded.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <strings.h>

namespace library {
namespace {

constexpr int rounds = 50'000;
const std::string alphabet = {'a', 'b', '\0', '\xff', '\x80'};

char anyOf(support::Rng &rng) { return alphabet[rng.below(alphabet.size())]; }

TEST(Memory, Searches) {
  support::Rng rng(1);
  Guarded memory;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = randomText(rng, alphabet, 12);
    const char *s = memory.bytes(text);
    const std::size_t n = text.size();
    // Only the low byte of the number counts.
    const int c = static_cast<int>(anyOf(rng) + 256 * static_cast<int>(rng.below(3)));
    ASSERT_EQ(OURS(memchr)(s, c, n), ::memchr(s, c, n)) << text;
    ASSERT_EQ(OURS(memrchr)(s, c, n), ::memrchr(s, c, n)) << text;
    if (::memchr(s, c, n)) {
      ASSERT_EQ(OURS(rawmemchr)(s, c), ::rawmemchr(s, c)) << text;
      ASSERT_EQ(OURS(memchr)(s, c, SIZE_MAX), ::memchr(s, c, n)) << text;
    }
  }
}

TEST(Memory, Compares) {
  support::Rng rng(2);
  Guarded first, second;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = randomText(rng, alphabet, 8);
    std::string other = text;
    if (!other.empty() && rng.oneIn(2))
      other[rng.below(other.size())] = anyOf(rng);
    const char *a = first.bytes(text), *b = second.bytes(other);
    const std::size_t n = text.size();
    ASSERT_EQ(sign(OURS(memcmp)(a, b, n)), sign(::memcmp(a, b, n)));
    ASSERT_EQ(OURS(bcmp)(a, b, n) == 0, ::bcmp(a, b, n) == 0);
  }
}

TEST(Memory, FindsMemoryInMemory) {
  support::Rng rng(3);
  Guarded first, second;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = randomText(rng, "ab", 12), wanted = randomText(rng, "ab", 4);
    const char *s = first.bytes(text), *w = second.bytes(wanted);
    ASSERT_EQ(OURS(memmem)(s, text.size(), w, wanted.size()),
              ::memmem(s, text.size(), w, wanted.size()))
        << text << " " << wanted;
  }
}

TEST(Memory, CopiesUpToACharacter) {
  support::Rng rng(4);
  Guarded first;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = randomText(rng, alphabet, 8);
    const char *from = first.bytes(text);
    const int c = anyOf(rng);
    char ours[16] = {}, theirs[16] = {};
    const auto *end = static_cast<char *>(OURS(memccpy)(ours, from, c, text.size()));
    const auto *expected = static_cast<char *>(::memccpy(theirs, from, c, text.size()));
    ASSERT_EQ(end ? end - ours : -1, expected ? expected - theirs : -1);
    ASSERT_EQ(std::memcmp(ours, theirs, sizeof ours), 0);
  }
}

} // namespace
} // namespace library
