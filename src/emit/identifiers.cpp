#include "emit/identifiers.h"

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
  bool startsWord = true;
  for (const char c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) {
      startsWord = true;
      continue;
    }
    text += startsWord ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    startsWord = isDigit(c);
  }
  return text;
}

std::string identifierFrom(std::string_view text) {
  std::string name(text);
  std::replace_if(name.begin(), name.end(), [](char c) { return !isWordCharacter(c); }, '_');
  if (name.empty() || isDigit(name.front()))
    name.insert(name.begin(), '_');
  return name;
}

} // namespace emit
