// Our functions, linked natively into this program, against libstdc++'s own functions, found by
// their symbols.

#include "support/rng.h"

#include <bits/hash_bytes.h>
#include <charconv>
#include <cmath>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <limits>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

template <class Function> Function original(const char *symbol) {
  static void *const library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<Function>(dlsym(library, symbol));
}

TEST(CxxLibrary, HashesAreTheLibrarys) {
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

/// The same operation on two streams: the library's on one, ours on the other.
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

TEST(CxxLibrary, TreesAreTheLibrarys) {
  using Node = std::_Rb_tree_node_base;
  using Insert = void (*)(bool, Node *, Node *, Node &);
  const auto insert =
      original<Insert>("_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_");
  ASSERT_NE(nullptr, insert);
  struct Tree {
    Node header{};
    std::vector<Node> nodes;
    Tree(std::size_t room) : nodes(room) { header._M_left = header._M_right = &header; }
    std::ptrdiff_t number(const Node *node) const {
      return node == nullptr ? -2 : node == &header ? -1 : node - nodes.data();
    }
    std::vector<std::ptrdiff_t> shape(std::size_t count) const {
      std::vector<std::ptrdiff_t> result;
      for (std::size_t i = 0; i <= count; ++i) {
        const Node &node = i == count ? header : nodes[i];
        result.insert(result.end(), {number(node._M_parent), number(node._M_left),
                                     number(node._M_right), node._M_color});
      }
      return result;
    }
  };
  support::Rng rng(3);
  for (int round = 0; round < 500; ++round) {
    const std::size_t most = 1 + rng.below(60);
    std::vector<std::uint64_t> keys;
    Tree theirs(most), ours(most);
    for (std::size_t i = 0; i < most; ++i) {
      keys.push_back(rng.below(50));
      for (Tree *tree : {&theirs, &ours}) {
        Node *parent = &tree->header, *at = tree->header._M_parent;
        bool isLeft = true;
        while (at) {
          parent = at;
          isLeft = keys[i] < keys[static_cast<std::size_t>(tree->number(at))];
          at = isLeft ? at->_M_left : at->_M_right;
        }
        if (tree == &theirs)
          insert(isLeft, &tree->nodes[i], parent, tree->header);
        else
          std::_Rb_tree_insert_and_rebalance(isLeft, &tree->nodes[i], parent, tree->header);
      }
      ASSERT_EQ(theirs.shape(i + 1), ours.shape(i + 1));
    }
  }
}

template <class Number> void compareFromCharacters(const char *symbol) {
  using Read = std::from_chars_result (*)(const char *, const char *, Number &, std::chars_format);
  const auto read = original<Read>(symbol);
  ASSERT_NE(nullptr, read);
  support::Rng rng(4);
  const std::string parts[] = {"1",  "0",  "9",  ".",   "-",    "e", "E+",  "p-",
                               "f",  "in", "f",  "nan", "(a1)", "x", "7",   "25",
                               "e3", "00", "ab", "INF", " ",    "+", "e99", "999"};
  for (int round = 0; round < 40000; ++round) {
    std::string text;
    for (std::uint64_t i = rng.below(7); i-- > 0;)
      text += parts[rng.below(std::size(parts))];
    const std::chars_format formats[] = {std::chars_format::general, std::chars_format::fixed,
                                         std::chars_format::scientific, std::chars_format::hex};
    const std::chars_format format = formats[rng.below(4)];
    Number theirs = 77, ours = 77;
    const char *begin = text.data(), *end = begin + text.size();
    const auto theirResult = read(begin, end, theirs, format);
    const auto ourResult = std::from_chars(begin, end, ours, format);
    ASSERT_EQ(theirResult.ptr - begin, ourResult.ptr - begin) << text << static_cast<int>(format);
    ASSERT_EQ(theirResult.ec, ourResult.ec) << text;
    ASSERT_TRUE(theirs == ours || (theirs != theirs && ours != ours)) << text;
    // Which NaN it is nobody says.
    ASSERT_TRUE(theirs != theirs || std::signbit(theirs) == std::signbit(ours)) << text;
  }
}

TEST(CxxLibrary, NumbersFromCharactersAreTheLibrarys) {
  compareFromCharacters<float>("_ZSt10from_charsPKcS0_RfSt12chars_format");
  compareFromCharacters<double>("_ZSt10from_charsPKcS0_RdSt12chars_format");
  compareFromCharacters<long double>("_ZSt10from_charsPKcS0_ReSt12chars_format");
}

TEST(CxxLibrary, ExceptionsKeepTheirTexts) {
  const std::string text = "what it is", none;
  EXPECT_EQ(text, std::runtime_error(text).what());
  EXPECT_EQ(text, std::runtime_error(text.c_str()).what());
  EXPECT_EQ(text, std::out_of_range(text).what());
  const std::logic_error error(text.c_str()), copy(error);
  EXPECT_EQ(text, copy.what());
  EXPECT_STREQ("", std::runtime_error(none).what());
}

TEST(CxxLibrary, StreamsReadWhatTheLibraryReads) {
  support::Rng rng(2);
  for (int round = 0; round < 20000 && !testing::Test::HasFailure(); ++round) {
    Streams streams(rng);
    for (int i = 0; i < 4; ++i)
      streams.step();
  }
}

} // namespace
