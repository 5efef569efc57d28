#include "generate/random/text_source.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace generate {
namespace {

/// How many of 3,000 new texts hold this one.
std::size_t countTexts(bool ofProgram, const std::string &part) {
  const Dictionary dictionary = makeDictionary({.integers = {4242}, .strings = {"add", "take"}});
  support::Rng rng(1);
  TextSource texts(dictionary, rng, ofProgram);
  std::size_t count = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    texts.startTest();
    texts.fill(text);
    count += text.find(part) != std::string::npos ? 1 : 0;
  }
  return count;
}

TEST(Texts, ProgramsGetLinesOfWordsAndNumbers) {
  EXPECT_GE(countTexts(true, "add 42"), 3u);
  EXPECT_GE(countTexts(true, "\nadd "), 10u);
  EXPECT_LT(countTexts(false, "\nadd "), 3u) << "texts of functions are mostly not lines";
}

TEST(Texts, ProgramsGetTheSameNamesAgain) {
  const Dictionary dictionary = makeDictionary({.strings = {"add", "take"}});
  support::Rng rng(1);
  TextSource texts(dictionary, rng, true);
  int copied = 0, again = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = "add q 7\n";
    texts.mutate(text, nullptr);
    copied += text == "add q 7\ntake q 7\n" ? 1 : 0;
    again += std::count(text.begin(), text.end(), 'q') > 1 ? 1 : 0;
  }
  EXPECT_GE(copied, 5);
  EXPECT_GE(again, 100);
}

TEST(Texts, WordsOfProgramsAreReplacedWhole) {
  const Dictionary dictionary = makeDictionary({.strings = {"take"}});
  support::Rng rng(1);
  TextSource texts(dictionary, rng, true);
  int replaced = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string text = "add 7 x";
    texts.mutate(text, nullptr);
    replaced += text == "take 7 x" ? 1 : 0;
  }
  EXPECT_GE(replaced, 10);
}

} // namespace
} // namespace generate
