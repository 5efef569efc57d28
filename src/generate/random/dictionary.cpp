#include "generate/random/dictionary.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <limits>

namespace generate {

namespace {

template <class Container> void sortUnique(Container &items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

void addWords(const std::string &text, std::vector<std::string> &words) {
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i)
    if (i < text.size() && isWordCharacter(text[i])) {
      word += text[i];
    } else if (!word.empty()) {
      words.push_back(word);
      word.clear();
    }
}

void addIntegers(const std::vector<std::int64_t> &literals, Dictionary &dictionary) {
  for (const std::int64_t literal : literals) {
    dictionary.integers.push_back(literal);
    if (literal > std::numeric_limits<std::int64_t>::min())
      dictionary.integers.push_back(literal - 1);
    if (literal < std::numeric_limits<std::int64_t>::max())
      dictionary.integers.push_back(literal + 1);
    if (literal > 0 && literal < 256)
      dictionary.characters += static_cast<char>(literal);
    dictionary.floats.push_back(static_cast<double>(literal));
  }
}

void addFloats(const std::vector<double> &literals, Dictionary &dictionary) {
  for (const double literal : literals) {
    if (std::isnan(literal))
      continue;
    for (const double value :
         {literal, -literal, literal - 1, literal + 1, std::nextafter(literal, -HUGE_VAL),
          std::nextafter(literal, HUGE_VAL)})
      dictionary.floats.push_back(value);
    if (std::abs(literal) < 1e18)
      dictionary.integers.push_back(static_cast<std::int64_t>(literal));
  }
}

} // namespace

Dictionary makeDictionary(const model::Constants &constants) {
  Dictionary dictionary;
  addIntegers(constants.integers, dictionary);
  addFloats(constants.floats, dictionary);
  for (const std::string &text : constants.strings) {
    if (text.empty() || text.find('\0') != std::string::npos)
      continue;
    dictionary.texts.push_back(text);
    if (text.find('%') != std::string::npos)
      dictionary.formats.push_back(text);
    addWords(text, dictionary.words);
    dictionary.characters += text;
  }
  sortUnique(dictionary.integers);
  sortUnique(dictionary.floats);
  sortUnique(dictionary.texts);
  sortUnique(dictionary.formats);
  sortUnique(dictionary.words);
  sortUnique(dictionary.characters);
  std::set_intersection(dictionary.words.begin(), dictionary.words.end(), dictionary.texts.begin(),
                        dictionary.texts.end(), std::back_inserter(dictionary.keywords));
  for (const char c : dictionary.characters)
    if (!isWordCharacter(c))
      dictionary.separators += c;
  return dictionary;
}

} // namespace generate
