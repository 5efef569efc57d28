#include "generate/random/dictionary.h"

#include <gmock/gmock.h>

namespace generate {
namespace {

using testing::Contains;
using testing::ElementsAre;

TEST(Dictionary, HoldsNeighboursOfIntegers) {
  const auto dictionary = makeDictionary({.integers = {INT64_MIN, 10, 11, INT64_MAX}});
  EXPECT_THAT(dictionary.integers,
              ElementsAre(INT64_MIN, INT64_MIN + 1, 9, 10, 11, 12, INT64_MAX - 1, INT64_MAX));
}

TEST(Dictionary, TakesTextsApart) {
  const auto dictionary = makeDictionary({.integers = {':'}, .strings = {"", "%d-%d", "no such"}});
  EXPECT_THAT(dictionary.texts, ElementsAre("%d-%d", "no such"));
  EXPECT_THAT(dictionary.formats, ElementsAre("%d-%d"));
  EXPECT_THAT(dictionary.words, ElementsAre("d", "no", "such"));
  EXPECT_EQ(" %-:", dictionary.separators);
}

TEST(Dictionary, KeywordsAreLiteralsByThemselves) {
  const auto dictionary = makeDictionary({.strings = {"add", "to add", "list", "is full\n"}});
  EXPECT_THAT(dictionary.keywords, ElementsAre("add", "list"));
}

TEST(Dictionary, IntegersServeAsFloatsAndFloatsAsIntegers) {
  const auto dictionary = makeDictionary({.integers = {100}, .floats = {2.5}});
  EXPECT_THAT(dictionary.floats, Contains(100.0));
  EXPECT_THAT(dictionary.integers, Contains(2));
}

} // namespace
} // namespace generate
