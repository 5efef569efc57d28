// The models, linked natively into this program, against libstdc++'s own functions, found by their
// symbols.

#include "support/rng.h"

#include <bits/hash_bytes.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <limits>
#include <sstream>
#include <string>

namespace {

template <class Function> Function original(const char *symbol) {
  static void *const library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<Function>(dlsym(library, symbol));
}

TEST(CxxModels, HashesAreTheLibrarys) {
  const auto hash =
      original<std::size_t (*)(const void *, std::size_t, std::size_t)>("_ZSt11_Hash_bytesPKvmm");
  ASSERT_NE(nullptr, hash);
  ASSERT_NE(hash, &std::_Hash_bytes);
  support::Rng rng(1);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes(rng.below(40), 0);
    for (char &c : bytes)
      c = static_cast<char>(rng.below(256));
    const std::size_t seed = rng.below(2) ? 0xc70f6907UL : rng.below(1000);
    ASSERT_EQ(hash(bytes.data(), bytes.size(), seed),
              std::_Hash_bytes(bytes.data(), bytes.size(), seed));
  }
}

/// The same operation on two streams: the library's on one, the model's on the other.
class Streams {
public:
  explicit Streams(support::Rng &rng) : rng_(rng) {
    std::string text(rng.below(12), 0);
    for (char &c : text)
      c = anyCharacter();
    theirs_.str(text);
    ours_.str(text);
  }

  void step() {
    using Line = std::istream &(*)(std::istream &, std::string &, char);
    using Word = std::istream &(*)(std::istream &, std::string &);
    using Characters = std::istream &(*)(std::istream *, char *, std::streamsize, char);
    using Ignore = std::istream &(*)(std::istream *, std::streamsize);
    using IgnoreTo = std::istream &(*)(std::istream *, std::streamsize, int);
    const char end = anyCharacter();
    const int to = rng_.below(4) ? static_cast<unsigned char>(end) : -1;
    const std::streamsize count = rng_.below(5) ? static_cast<std::streamsize>(rng_.below(9)) - 1
                                                : std::numeric_limits<std::streamsize>::max();
    const auto width = static_cast<std::streamsize>(rng_.below(4) ? 0 : rng_.below(4));
    theirs_.width(width);
    ours_.width(width);
    std::string theirText = "old", ourText = "old";
    char theirLine[9] = "zzzzzzzz", ourLine[9] = "zzzzzzzz";
    switch (rng_.below(5)) {
    case 0:
      original<Line>("_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__"
                     "cxx1112basic_stringIS4_S5_T1_EES4_")(theirs_, theirText, end);
      std::getline(ours_, ourText, end);
      break;
    case 1:
      original<Word>("_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__"
                     "cxx1112basic_stringIS4_S5_T1_EE")(theirs_, theirText);
      ours_ >> ourText;
      break;
    case 2:
      original<Characters>("_ZNSi7getlineEPclc")(&theirs_, theirLine, std::min(count, room), end);
      ours_.getline(ourLine, std::min(count, room), end);
      break;
    case 3:
      original<Ignore>("_ZNSi6ignoreEl")(&theirs_, count);
      ours_.ignore(count);
      break;
    default:
      original<IgnoreTo>("_ZNSi6ignoreEli")(&theirs_, count, to);
      ours_.ignore(count, to);
    }
    EXPECT_EQ(theirText, ourText);
    EXPECT_EQ(std::string(theirLine, 9), std::string(ourLine, 9));
    EXPECT_EQ(theirs_.rdstate(), ours_.rdstate());
    EXPECT_EQ(theirs_.gcount(), ours_.gcount());
    EXPECT_EQ(theirs_.width(), ours_.width());
    EXPECT_EQ(theirs_.rdbuf()->in_avail(), ours_.rdbuf()->in_avail());
    if (rng_.below(2)) {
      theirs_.clear();
      ours_.clear();
    }
  }

private:
  static constexpr std::streamsize room = 8;

  char anyCharacter() { return "ab \n\t1\xff,"[rng_.below(8)]; }

  support::Rng &rng_;
  std::istringstream theirs_, ours_;
};

TEST(CxxModels, StreamsReadWhatTheLibraryReads) {
  support::Rng rng(2);
  for (int round = 0; round < 20000 && !testing::Test::HasFailure(); ++round) {
    Streams streams(rng);
    for (int i = 0; i < 4; ++i)
      streams.step();
  }
}

} // namespace
