#include "model/name_words.h"

#include <cctype>

namespace model {

Words wordsOf(std::string_view name) {
  Words words;
  char before = '_';
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool afterLower = std::islower(static_cast<unsigned char>(before)) != 0;
    const bool digitEdge =
        (std::isdigit(byte) != 0) != (std::isdigit(static_cast<unsigned char>(before)) != 0);
    if (c != '_') {
      if (before == '_' || (afterLower && std::isupper(byte)) || digitEdge)
        words.emplace_back();
      words.back() += static_cast<char>(std::tolower(byte));
    }
    before = c;
  }
  return words;
}

} // namespace model
