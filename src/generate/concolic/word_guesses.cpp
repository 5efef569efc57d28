#include "generate/concolic/word_guesses.h"

#include "model/growth.h"
#include "model/inputs.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace generate {

using expr::Operation;
using model::BranchId;
using trace::Event;

namespace {

constexpr unsigned mostTries = 3; // of a literal behind a branch: other words may be around it
constexpr std::size_t mostTests = 128;
constexpr std::size_t longestLiteral = 64;

/// An input that was compared with a character.
struct Character {
  std::uint32_t input;
  char with;
  bool isEqual;
};

std::optional<Character> characterIn(const expr::Pool &pool, const Event &event) {
  if (event.kind != Event::Kind::Branch && event.kind != Event::Kind::Condition)
    return std::nullopt;
  bool isEqual = event.value != 0;
  expr::Term term = pool[event.term];
  while (term.operation == Operation::Xor && term.width == 1 && pool.isConstant(term.b)) {
    isEqual = isEqual != (pool[term.b].value != 0);
    term = pool[term.a];
  }
  if (term.operation != Operation::Equal || !pool.isConstant(term.b))
    return std::nullopt;
  const expr::Term &input = pool[term.a];
  if (input.operation != Operation::Input || input.width != 8)
    return std::nullopt;
  return Character{static_cast<std::uint32_t>(input.value), static_cast<char>(pool[term.b].value),
                   isEqual};
}

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool isGap(char c) { return c == '\0' || std::isspace(static_cast<unsigned char>(c)); }

/// Where the word ends that begins there: one like the literal.
std::size_t endOfWord(const std::string &bytes, std::size_t begin, const std::string &literal) {
  const bool isPlain = std::ranges::all_of(literal, isWordCharacter);
  std::size_t end = begin;
  while (end < bytes.size() && (isPlain ? isWordCharacter(bytes[end]) : !isGap(bytes[end])))
    ++end;
  return end;
}

} // namespace

void WordGuesses::add(const Path &path) {
  Comparison current;
  BranchId last;
  const auto end = [&] {
    if (!current.text.empty())
      guess(path, current);
    current = {};
  };
  for (const Event &event : path.trace().events) {
    const auto character = characterIn(path.pool(), event);
    const bool isOne = character && character->with != '\0'; // else it is about where texts end
    if (isOne && (current.text.empty() || character->input != current.first + current.text.size()))
      end();
    if (isOne) {
      if (current.text.empty())
        current = {.first = character->input, .last = last};
      current.text += character->with;
      current.isEqual = character->isEqual;
      if (!current.isEqual)
        end();
    }
    if (isMarked(event.kind))
      last = event.taken();
  }
  end();
}

void WordGuesses::guess(const Path &path, const Comparison &comparison) {
  const std::vector<std::string> &literals = subject_[path.test().function()].constants.strings;
  for (const std::string &literal : literals) {
    const bool isThere = comparison.isEqual && literal.size() == comparison.text.size();
    if (!literal.starts_with(comparison.text) || isThere || literal.size() > longestLiteral ||
        literal.find('\0') != literal.npos || tests_.size() >= mostTests)
      continue;
    if (tries_[{comparison.last, literal}]++ < mostTries)
      replaceWord(path, comparison.first, literal);
  }
}

void WordGuesses::replaceWord(const Path &path, std::uint32_t first, const std::string &literal) {
  model::TestCase test = path.test();
  const auto inputs = model::inputsOf(subject_, test, path.inputs().size());
  if (first >= inputs.size() || !model::isElement(inputs[first]))
    return;
  const model::Input &input = inputs[first];
  const std::string bytes(input.value->bytes());
  const std::size_t end = endOfWord(bytes, input.at, literal);
  if (bytes.compare(input.at, end - input.at, literal) == 0)
    return;
  model::replaceElements(subject_, test, input, end - input.at, literal);
  tests_.push_back(std::move(test));
}

model::TestCase WordGuesses::next() {
  model::TestCase test = std::move(tests_.front());
  tests_.pop_front();
  return test;
}

} // namespace generate
