#include "expr/calls.h"

#include "expr/packed_words.h"

#include <tuple>

namespace expr {

std::optional<std::vector<WordPlace>> placesInWords(std::span<const unsigned> widths) {
  constexpr unsigned words = std::tuple_size_v<Words>, bitsInWord = 64;
  const bool shared = widths.size() > words;
  std::vector<WordPlace> places;
  unsigned word = 0, used = 0;
  for (const unsigned width : widths) {
    if (width == 0 || width > bitsInWord)
      return std::nullopt;
    if (!places.empty() && (!shared || used + width > bitsInWord)) {
      ++word;
      used = 0;
    }
    if (word == mostWords)
      return std::nullopt;
    places.push_back({word, used});
    used += width;
  }
  return places;
}

} // namespace expr
