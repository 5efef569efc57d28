#include "library/library.h"
#include "library/testing/guarded.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <strings.h>

namespace library {
namespace {

constexpr int rounds = 50'000;
const std::string alphabet = "abAB\x80\xff";

/// A second text that has much in common with the first.
std::string variant(support::Rng &rng, std::string text) {
  if (!text.empty() && rng.oneIn(2))
    text[rng.below(text.size())] = alphabet[rng.below(alphabet.size())];
  if (rng.oneIn(3))
    text.resize(rng.below(text.size() + 1));
  if (rng.oneIn(4))
    text += 'a';
  return text;
}

TEST(Strings, Measure) {
  support::Rng rng(1);
  Guarded memory;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = randomText(rng, alphabet, 12);
    const char *s = memory.string(text);
    const std::size_t n = rng.below(14);
    ASSERT_EQ(OURS(strlen)(s), ::strlen(s));
    ASSERT_EQ(OURS(strnlen)(s, n), ::strnlen(s, n));
    ASSERT_EQ(OURS(strnlen)(s, SIZE_MAX), text.size());
    const char *open = memory.bytes(text); // no NUL
    ASSERT_EQ(OURS(strnlen)(open, text.size()), text.size());
  }
}

TEST(Strings, Compare) {
  support::Rng rng(2);
  Guarded first, second;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = randomText(rng, alphabet, 8), other = variant(rng, text);
    const char *a = first.string(text), *b = second.string(other);
    const std::size_t n = rng.oneIn(5) ? SIZE_MAX : rng.below(10);
    ASSERT_EQ(sign(OURS(strcmp)(a, b)), sign(::strcmp(a, b))) << text << " " << other;
    ASSERT_EQ(sign(OURS(strncmp)(a, b, n)), sign(::strncmp(a, b, n))) << text << " " << other;
    ASSERT_EQ(sign(OURS(strcasecmp)(a, b)), sign(::strcasecmp(a, b))) << text << " " << other;
    ASSERT_EQ(sign(OURS(strncasecmp)(a, b, n)), sign(::strncasecmp(a, b, n)))
        << text << " " << other;
    const char *open = first.bytes(text), *open2 = second.bytes(text); // no NUL
    ASSERT_EQ(OURS(strncmp)(open, open2, text.size()), 0);
    ASSERT_EQ(OURS(strncasecmp)(open, open2, text.size()), 0);
  }
}

TEST(Strings, CompareIgnoresCaseOfLettersOnly) {
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; ++b) {
      const char left[] = {static_cast<char>(a), 0}, right[] = {static_cast<char>(b), 0};
      ASSERT_EQ(sign(OURS(strcasecmp)(left, right)), sign(::strcasecmp(left, right)));
    }
}

TEST(Strings, FindCharacters) {
  support::Rng rng(3);
  Guarded memory;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = randomText(rng, alphabet, 12);
    const char *s = memory.string(text);
    const int c = rng.oneIn(5)
                      ? 0
                      : alphabet[rng.below(alphabet.size())] + 256 * static_cast<int>(rng.below(2));
    ASSERT_EQ(OURS(strchr)(s, c), ::strchr(s, c)) << text;
    ASSERT_EQ(OURS(strrchr)(s, c), ::strrchr(s, c)) << text;
    ASSERT_EQ(OURS(strchrnul)(s, c), ::strchrnul(s, c)) << text;
  }
}

TEST(Strings, FindStringsAndSets) {
  support::Rng rng(4);
  Guarded first, second;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = randomText(rng, "abc", 12), other = randomText(rng, "abc", 3);
    const char *s = first.string(text), *t = second.string(other);
    ASSERT_EQ(OURS(strstr)(s, t), ::strstr(s, t)) << text << " " << other;
    ASSERT_EQ(OURS(strspn)(s, t), ::strspn(s, t)) << text << " " << other;
    ASSERT_EQ(OURS(strcspn)(s, t), ::strcspn(s, t)) << text << " " << other;
    ASSERT_EQ(OURS(strpbrk)(s, t), ::strpbrk(s, t)) << text << " " << other;
  }
}

std::ptrdiff_t offset(const char *at, const char *in) { return at ? at - in : -1; }

/// Every token, the text that is left, and where the rest begins.
TEST(Strings, TakeTokens) {
  support::Rng rng(5);
  Guarded first, second;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = randomText(rng, "ab,;", 12), delimiters = randomText(rng, ",;", 2);
    const bool named = rng.oneIn(2);
    char *s = first.string(text), *t = second.string(text);
    char *sRest = nullptr, *tRest = nullptr;
    for (int call = 0; call < 14; ++call) {
      char *from = call ? nullptr : s, *from2 = call ? nullptr : t;
      const char *token = named ? OURS(strtok_r)(from, delimiters.c_str(), &sRest)
                                : OURS(strtok)(from, delimiters.c_str());
      const char *expected = named ? ::strtok_r(from2, delimiters.c_str(), &tRest)
                                   : ::strtok(from2, delimiters.c_str());
      ASSERT_EQ(offset(token, s), offset(expected, t)) << text;
      ASSERT_EQ(offset(sRest, s), offset(tRest, t)) << text;
      ASSERT_EQ(std::memcmp(s, t, text.size() + 1), 0) << text;
    }
  }
}

TEST(Strings, SeparateFields) {
  support::Rng rng(6);
  Guarded first, second;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = randomText(rng, "ab,;", 12), delimiters = randomText(rng, ",;", 2);
    char *const s = first.string(text), *const t = second.string(text);
    char *sRest = s, *tRest = t;
    for (int call = 0; call < 14; ++call) {
      const char *field = OURS(strsep)(&sRest, delimiters.c_str());
      const char *expected = ::strsep(&tRest, delimiters.c_str());
      ASSERT_EQ(offset(field, s), offset(expected, t)) << text;
      ASSERT_EQ(offset(sRest, s), offset(tRest, t)) << text;
      ASSERT_EQ(std::memcmp(s, t, text.size() + 1), 0) << text;
    }
  }
}

/// What a function that writes left behind.
struct Written {
  std::string bytes;
  std::ptrdiff_t result;
  friend bool operator==(const Written &, const Written &) = default;
};

/// Calls with room of exactly `size` bytes, which hold `before` and then x.
template <class Call>
Written written(Guarded &memory, std::size_t size, const std::string &before, const Call &call) {
  std::string room = before + '\0';
  room.resize(std::max(size, room.size()), 'x');
  char *to = memory.bytes(room);
  const char *result = call(to);
  return {std::string(to, room.size()), result - to};
}

TEST(Strings, Copy) {
  support::Rng rng(7);
  Guarded memory, source;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = randomText(rng, alphabet, 10), before = randomText(rng, alphabet, 5);
    const std::size_t n = rng.below(14), whole = text.size() + 1;
    const char *from = source.string(text);
    const auto same = [&](std::size_t size, const std::string &start, const auto &ours,
                          const auto &library) {
      return written(memory, size, start, ours) == written(memory, size, start, library);
    };
    ASSERT_TRUE(same(
        whole, "", [&](char *to) { return OURS(strcpy)(to, from); },
        [&](char *to) { return ::strcpy(to, from); }));
    ASSERT_TRUE(same(
        whole, "", [&](char *to) { return OURS(stpcpy)(to, from); },
        [&](char *to) { return ::stpcpy(to, from); }));
    ASSERT_TRUE(same(
        n, "", [&](char *to) { return OURS(strncpy)(to, from, n); },
        [&](char *to) { return ::strncpy(to, from, n); }));
    ASSERT_TRUE(same(
        n, "", [&](char *to) { return OURS(stpncpy)(to, from, n); },
        [&](char *to) { return ::stpncpy(to, from, n); }));
    ASSERT_TRUE(same(
        before.size() + whole, before, [&](char *to) { return OURS(strcat)(to, from); },
        [&](char *to) { return ::strcat(to, from); }));
    ASSERT_TRUE(same(
        before.size() + std::min(n, text.size()) + 1, before,
        [&](char *to) { return OURS(strncat)(to, from, n); },
        [&](char *to) { return ::strncat(to, from, n); }));
  }
}

/// A source that has no NUL within the bytes that may be read.
TEST(Strings, CopyFromOpenEnds) {
  support::Rng rng(8);
  Guarded source;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = randomText(rng, alphabet, 10);
    const char *from = source.bytes(text);
    char room[32] = "", expected[32] = "";
    OURS(strncpy)(room, from, text.size());
    ::strncpy(expected, from, text.size());
    ASSERT_EQ(std::memcmp(room, expected, sizeof room), 0);
    OURS(strncat)(room, from, text.size());
    ::strncat(expected, from, text.size());
    ASSERT_EQ(std::memcmp(room, expected, sizeof room), 0);
    char *copy = OURS(strndup)(from, text.size());
    ASSERT_EQ(std::string(copy), text);
    std::free(copy);
  }
}

TEST(Strings, Duplicate) {
  support::Rng rng(9);
  Guarded source;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = randomText(rng, alphabet, 10);
    const char *from = source.string(text);
    const std::size_t n = rng.below(14);
    char *copy = OURS(strdup)(from), *part = OURS(strndup)(from, n);
    ASSERT_EQ(std::string(copy), text);
    ASSERT_EQ(std::string(part), text.substr(0, n));
    std::free(copy);
    std::free(part);
  }
}

TEST(Strings, VersionsAndLettersOfAnyCase) {
  support::Rng rng(10);
  Guarded first, second;
  for (int i = 0; i < rounds; ++i) {
    const std::string common = randomText(rng, "a01.", 3);
    const char *a = first.string(common + randomText(rng, "a019.", 5));
    const char *b = second.string(common + randomText(rng, "a019.", 5));
    ASSERT_EQ(sign(OURS(strverscmp)(a, b)), sign(::strverscmp(a, b))) << a << " " << b;
    const char *haystack = first.string(randomText(rng, "aAbB", 9));
    const char *needle = second.string(randomText(rng, "aAbB", 3));
    ASSERT_EQ(OURS(strcasestr)(haystack, needle), ::strcasestr(haystack, needle));
    const char *path = first.string(randomText(rng, "a/b", 6));
    ASSERT_EQ(OURS(basename)(path), ::basename(path)) << path;
  }
}

std::wstring wideText(support::Rng &rng, std::size_t most) {
  std::wstring text;
  for (const char c : randomText(rng, "abc", most))
    text += c == 'c' ? wchar_t(-5) : wchar_t(c);
  return text;
}

TEST(Strings, WideCharacters) {
  support::Rng rng(11);
  for (int i = 0; i < rounds; ++i) {
    const std::wstring text = wideText(rng, 8), other = wideText(rng, 3);
    const wchar_t *a = text.c_str(), *b = other.c_str();
    const std::size_t n = rng.below(std::min(text.size(), other.size()) + 1);
    ASSERT_EQ(OURS(wcslen)(a), ::wcslen(a));
    ASSERT_EQ(OURS(wcsnlen)(a, n), ::wcsnlen(a, n));
    // At the end of a page, glibc's may give other numbers of the same sign.
    ASSERT_EQ(sign(OURS(wcscmp)(a, b)), sign(::wcscmp(a, b)));
    ASSERT_EQ(sign(OURS(wcsncmp)(a, b, n)), sign(::wcsncmp(a, b, n)));
    ASSERT_EQ(sign(OURS(wmemcmp)(a, b, n)), sign(::wmemcmp(a, b, n)));
    ASSERT_EQ(OURS(wcschr)(a, L'a'), ::wcschr(a, L'a'));
    ASSERT_EQ(OURS(wcsrchr)(a, L'a'), ::wcsrchr(a, L'a'));
    ASSERT_EQ(OURS(wmemchr)(a, L'b', text.size()), ::wmemchr(a, L'b', text.size()));
    ASSERT_EQ(OURS(wcsstr)(a, b), ::wcsstr(a, b));
    ASSERT_EQ(OURS(wcsspn)(a, b), ::wcsspn(a, b));
    ASSERT_EQ(OURS(wcscspn)(a, b), ::wcscspn(a, b));
    wchar_t ours[32] = {}, theirs[32] = {};
    OURS(wcscpy)(ours, a);
    ::wcscpy(theirs, a);
    OURS(wcscat)(ours, b);
    ::wcscat(theirs, b);
    OURS(wcsncpy)(ours + 16, a, n + 2);
    ::wcsncpy(theirs + 16, a, n + 2);
    OURS(wmemset)(ours + 28, L'z', 2);
    ::wmemset(theirs + 28, L'z', 2);
    OURS(wmemcpy)(ours + 30, L"xy", 2);
    ::wmemcpy(theirs + 30, L"xy", 2);
    ASSERT_EQ(std::memcmp(ours, theirs, sizeof ours), 0);
  }
}

TEST(Strings, Checked) {
  char to[16];
  EXPECT_STREQ("abc", OURS(__strcpy_chk)(to, "abc", 16));
  EXPECT_STREQ("abcde", OURS(__strcat_chk)(to, "de", 16));
  EXPECT_STREQ("abcdef", OURS(__strncat_chk)(to, "fgh", 1, 16));
  EXPECT_EQ(to + 2, OURS(__stpcpy_chk)(to, "xy", 16));
  EXPECT_EQ(to, OURS(__strncpy_chk)(to, "qr", 2, 16));
  EXPECT_EQ(to + 1, OURS(__stpncpy_chk)(to, "s", 3, 16));
  EXPECT_STREQ("s", to);
}

} // namespace
} // namespace library
