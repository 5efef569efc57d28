#pragma once

#include "generate/random/dictionary.h"
#include "support/rng.h"

#include <optional>
#include <string>
#include <string_view>

namespace generate {

/// Makes and changes the characters of C strings (without the closing NUL). Remembers the last few
/// texts of the test at hand, so that equal ones are common. The dictionary and the generator must
/// outlive it.
class TextSource {
public:
  static constexpr std::size_t usualLimit = 64;

  /// Whole programs mostly read lines of words and numbers.
  TextSource(const Dictionary &dictionary, support::Rng &rng, bool ofProgram);

  /// Forgets the texts of the test before.
  void startTest() { recent_.clear(); }
  /// Replaces `text` by a fresh one without NULs.
  void fill(std::string &text);
  /// Replaces `text` by exactly `length` characters; `raw` ones may be any byte.
  void fillExactly(std::string &text, std::size_t length, bool raw);
  /// Changes a text; `donor` is another to take pieces from, or null.
  void mutate(std::string &text, const std::string *donor);
  /// Makes the text one of the remembered.
  void remember(const std::string &text);

private:
  char character();
  void appendPiece(std::string &text);
  void appendNumber(std::string &text);
  void appendExpanded(std::string &text, const std::string &format);
  void appendFields(std::string &text);
  std::string nameIn(const std::string &text);
  void appendWord(std::string &text, bool isCommand);
  void appendLine(std::string &text);
  void appendLines(std::string &text);
  void changeOne(std::string &text);
  std::optional<std::size_t> somePart(const std::string &text, std::string_view of);
  void changeNumber(std::string &text);
  void changeWord(std::string &text);
  void changeSlightly(std::string &line);
  void changeLines(std::string &text);
  const std::string &oneOf(const std::vector<std::string> &texts);

  const Dictionary &dictionary_;
  support::Rng &rng_;
  bool ofProgram_;
  std::vector<std::string> recent_;
  std::string piece_;
};

} // namespace generate
