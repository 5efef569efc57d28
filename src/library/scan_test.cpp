#include "library/library.h"
#include "library/testing/guarded.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace library {
namespace {

/// What up to six arguments of 96 bytes hold afterwards.
struct Seen {
  int result, error;
  std::string memory;
  friend bool operator==(const Seen &, const Seen &) = default;
  friend std::ostream &operator<<(std::ostream &out, const Seen &seen) {
    out << seen.result << " errno " << seen.error << " ";
    for (std::size_t i = 0; i < seen.memory.size(); ++i)
      out << (i % 96 ? "" : "|")
          << (seen.memory[i] == '\x55' ? "" : ::testing::PrintToString(int(seen.memory[i])) + " ");
    return out;
  }
};

template <class Function>
Seen seen(Function function, const char *text, const std::string &format) {
  std::string memory(6 * 96, '\x55');
  char *m = memory.data();
  errno = 0;
  const int result = function(text, format.c_str(), m, m + 96, m + 192, m + 288, m + 384, m + 480);
  return {result, errno, memory};
}

void compare(const std::string &text, const std::string &format) {
  static Guarded memory;
  const char *s = memory.string(text);
  ASSERT_EQ(seen(OURS(sscanf), s, format), seen(::sscanf, s, format))
      << '"' << text << "\" by \"" << format << '"';
}

const std::vector<std::string> texts = {
    "",
    " ",
    "12",
    "-12 34",
    "+7,8",
    "0x1F",
    "0x",
    "0xg",
    "0",
    "08",
    "017",
    "-",
    "+",
    "- 1",
    "abc def",
    "  abc",
    "a]b-c^",
    "1.5",
    "-2.5e3x",
    "1e",
    "1e+",
    "100ergs",
    ".5",
    ".",
    "inf",
    "infinity",
    "infinite",
    "nan",
    "na",
    "-inf",
    "0x1.8p1",
    "0x.8",
    "0xp1",
    "(nil)",
    "(nix)",
    "0xdead",
    "99999999999999999999999",
    "-99999999999999999999",
    "4294967296",
    "12:34:56",
    "12 : 34",
    "%5",
    "5%",
    "\t\n 9\n",
    "1234567890123456789012345678901234567890123456789012345678901234567890",
    "abc123",
    "123abc",
    "x=1,y=2",
    "1-2",
    "-0x10",
    "0b11",
    "1.2.3",
    "1,2,3,4"};
const std::vector<std::string> formats = {
    "%d",        "%i",     "%u",       "%x",      "%o",       "%X",    "%p",        "%hhd",
    "%hd",       "%ld",    "%lld",     "%zu",     "%jd",      "%Lx",   "%3d",       "%1d%1d",
    "%2x",       "%1x",    "%*d%d",    "%c",      "%3c",      "%*c%c", " %c",       "%s",
    "%3s",       "%*s%s",  "%s%s",     "%[abc]",  "%[a-c]",   "%[^ ]", "%[]a]",     "%[^]a]",
    "%[-a]",     "%[a-]",  "%[c-a]",   "%2[0-9]", "%[0-9]%n", "%[abc", "%n%d%n",    "%d %d",
    "%d,%d",     "%d%n",   "%d:%d:%d", "%d %%",   "%%%d",     "%d%%",  "%",         "%l",
    "x=%d,y=%d", " ",      "  %d  ",   "%d-%d",   "%f",       "%lf",   "%Lf",       "%e",
    "%g",        "%a",     "%3f",      "%1f",     "%2lf",     "%*f%d", "%4f%s",     "%5f%n",
    "%8f%n",     "%7lf%n", "%hhu%hhx", "%4p%n",   "%5p%n",    "%lc",   "%ls",       "%1$d",
    "%d%s",      "abc%d",  "%i%i",     "%'d",     "%Id",      "%0d",   "%00003d%n", "%f,%f",
    "%y"};

TEST(Scan, EveryFormatOnEveryText) {
  for (const std::string &text : texts)
    for (const std::string &format : formats) {
      compare(text, format);
      if (HasFatalFailure())
        return;
    }
}

TEST(Scan, Random) {
  support::Rng rng(12);
  for (int i = 0; i < 60'000; ++i) {
    compare(randomText(rng, "0012xXa.eE+- \tinfp,:", 12),
            formats[rng.below(formats.size())] + randomText(rng, " ,:a", 1) +
                (rng.oneIn(2) ? formats[rng.below(formats.size())] : ""));
    if (HasFatalFailure())
      return;
  }
}

TEST(Scan, RandomSets) {
  support::Rng rng(13);
  for (int i = 0; i < 20'000; ++i) {
    compare(randomText(rng, "abcdef-]^ ", 6), "%[" + randomText(rng, "acdf--]^", 6) + "]%n%c");
    if (HasFatalFailure())
      return;
  }
}

TEST(Scan, Allocates) {
  using Function = int (*)(const char *, const char *, ...);
  const std::string longWord(300, 'w');
  for (const Function function : {Function(OURS(sscanf)), Function(::sscanf)}) {
    char *word = nullptr, *set = nullptr, *characters = nullptr;
    EXPECT_EQ(
        3, function((longWord + " 123xyz").c_str(), "%ms %m[0-9]%3mc", &word, &set, &characters));
    EXPECT_EQ(longWord, word);
    EXPECT_STREQ("123", set);
    EXPECT_EQ("xyz", std::string(characters, 3));
    std::free(word);
    std::free(set);
    std::free(characters);
    EXPECT_EQ(0, function("x", "%m[0-9]", &set));
  }
}

} // namespace
} // namespace library
