#include "emit/google_test/identifiers.h"

#include <algorithm>
#include <cctype>

namespace emit {
namespace {

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

} // namespace

bool isIdentifier(std::string_view name) {
  return !name.empty() && !isDigit(name.front()) &&
         std::all_of(name.begin(), name.end(), isWordCharacter);
}

std::string safeName(std::string_view name) {
  std::string safe(name);
  if (isKeyword(name) || isTaken(name))
    safe += '_';
  return safe;
}

std::string camelCase(std::string_view name) {
  std::string text;
  for (std::size_t at = 0; at < name.size();) {
    std::size_t end = at;
    while (end < name.size() && std::isalnum(static_cast<unsigned char>(name[end])))
      ++end;
    const std::string_view word = name.substr(at, end - at);
    // RED is a word, not three initials.
    const bool shouts = word.size() > 1 && std::none_of(word.begin(), word.end(), [](char c) {
                          return std::islower(static_cast<unsigned char>(c));
                        });
    bool startsWord = true;
    for (const char c : word) {
      const int letter = static_cast<unsigned char>(c);
      text += static_cast<char>(startsWord ? std::toupper(letter)
                                : shouts   ? std::tolower(letter)
                                           : letter);
      startsWord = isDigit(c) && !shouts;
    }
    at = end + 1;
  }
  return text;
}

std::string camelBack(std::string_view name) {
  std::string text = camelCase(name);
  const auto isUpper = [&](std::size_t at) {
    return at < text.size() && std::isupper(static_cast<unsigned char>(text[at]));
  };
  // Initials are a word: "XMLElement" becomes "xmlElement".
  for (std::size_t i = 0; isUpper(i) && (i == 0 || isUpper(i + 1) || i + 1 == text.size()); ++i)
    text[i] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
  return text;
}

std::string inTest(const std::string &name) {
  std::string qualified; // the global namespace needs no mention
  for (std::size_t i = 0; i < name.size(); ++i)
    if (name.compare(i, 2, "::") == 0 &&
        (i == 0 || (!isWordCharacter(name[i - 1]) && name[i - 1] != '>'))) {
      ++i;
      if (qualified.ends_with("< ")) // which kept it from being a digraph
        qualified.pop_back();
    } else {
      qualified += name[i];
    }
  // Members of testing::Test, of which every test is one.
  constexpr std::string_view hidden[] = {
      "Test",           "SetUp",           "TearDown",         "TestBody",
      "HasFailure",     "HasFatalFailure", "IsSkipped",        "test_info_",
      "RecordProperty", "SetUpTestSuite",  "TearDownTestSuite"};
  const std::string_view first =
      std::string_view(qualified).substr(0, qualified.find_first_of(":<("));
  const bool isHidden = std::find(std::begin(hidden), std::end(hidden), first) != std::end(hidden);
  return isHidden ? "::" + qualified : qualified;
}

std::string identifierFrom(std::string_view text) {
  std::string name(text);
  std::replace_if(name.begin(), name.end(), [](char c) { return !isWordCharacter(c); }, '_');
  if (name.empty() || isDigit(name.front()))
    name.insert(name.begin(), '_');
  return name;
}

} // namespace emit
