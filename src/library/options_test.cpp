#include "library/library.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <getopt.h>
#include <string>
#include <vector>

namespace library {
namespace {

int flag;
const option longOptions[] = {{"verbose", no_argument, nullptr, 'v'},
                              {"version", no_argument, nullptr, 'V'},
                              {"output", required_argument, nullptr, 'o'},
                              {"level", optional_argument, nullptr, 'l'},
                              {"flag", no_argument, &flag, 7},
                              {"out", required_argument, nullptr, 'O'},
                              {nullptr, 0, nullptr, 0}};

using GetLong = int (*)(int, char *const *, const char *, const option *, int *);
using GetShort = int (*)(int, char *const *, const char *);

/// Everything one can see of a loop over the options.
std::string transcript(const std::vector<std::string> &words, const char *letters,
                       GetShort getShort, GetLong getLong) {
  std::vector<std::string> copies = words;
  std::vector<char *> arguments;
  for (std::string &word : copies)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int count = static_cast<int>(words.size());
  optind = 0;
  opterr = 0;
  optopt = 0;
  std::string text;
  for (int i = 0; i < 40; ++i) {
    int index = -1;
    flag = 0;
    const int result = getLong ? getLong(count, arguments.data(), letters, longOptions, &index)
                               : getShort(count, arguments.data(), letters);
    text += std::to_string(result) + "," + std::to_string(optind) + "," + std::to_string(optopt) +
            "," + std::to_string(index) + "," + std::to_string(flag) + "," +
            (optarg ? optarg : "-") + " ";
    if (result == -1)
      break;
  }
  for (int i = 0; i < count; ++i)
    text += std::string("|") + arguments[static_cast<std::size_t>(i)];
  return text;
}

TEST(Options, AsGlibcDoes) {
  support::Rng rng(30);
  const std::vector<std::string> pieces = {
      "-a",         "-b",      "-ab",      "-o",        "-ofile",    "-l",     "-l3",
      "file",       "-",       "--",       "--verbose", "--ver",     "--vers", "--output",
      "--output=x", "--out=y", "--outp",   "--level",   "--level=2", "--flag", "--flag=1",
      "--nothing",  "-x",      "-verbose", "-output",   "-:",        "--=",    "---",
      "-abx",       "",        "-lo"};
  for (int i = 0; i < 4'000; ++i) {
    std::vector<std::string> words = {"program"};
    for (std::uint64_t n = rng.below(7); n > 0; --n)
      words.push_back(pieces[rng.below(pieces.size())]);
    const char *letters[] = {"abo:l::", "+abo:l::", "-abo:l::", ":abo:l::", "", "+:ao:"};
    const char *chosen = letters[rng.below(6)];
    ASSERT_EQ(transcript(words, chosen, OURS(getopt), nullptr),
              transcript(words, chosen, ::getopt, nullptr));
    ASSERT_EQ(transcript(words, chosen, nullptr, OURS(getopt_long)),
              transcript(words, chosen, nullptr, ::getopt_long));
    ASSERT_EQ(transcript(words, chosen, nullptr, OURS(getopt_long_only)),
              transcript(words, chosen, nullptr, ::getopt_long_only))
        << ::testing::PrintToString(words) << chosen;
  }
}

} // namespace
} // namespace library
