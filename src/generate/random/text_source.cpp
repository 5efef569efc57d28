// Texts for random search.
//
// What a function does with a string is written in its literals: keywords it compares with,
// characters it switches on, formats it scans. So most texts are put together from those: whole
// literals, prefixes, near misses, sequences of words and separators, numbers in the places of a
// format. The rest are plain shapes that parsers know without literals (1.2.3, 2024-01-31, key=val)
// and characters at random.
#include "generate/random/text_source.h"

#include <algorithm>

namespace generate {

namespace {

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view digits = "0123456789";
constexpr std::string_view usualSeparators = ".-/:, =_\t\n;+*()[]{}<>\"'%#@!?&|\\~$^";
constexpr std::size_t recentLimit = 4;

} // namespace

TextSource::TextSource(const Dictionary &dictionary, support::Rng &rng, bool ofProgram)
    : dictionary_(dictionary), rng_(rng), ofProgram_(ofProgram) {}

const std::string &TextSource::oneOf(const std::vector<std::string> &texts) {
  return texts[rng_.below(texts.size())];
}

void TextSource::remember(const std::string &text) {
  if (recent_.size() < recentLimit)
    recent_.push_back(text);
  else
    recent_[rng_.below(recentLimit)] = text;
}

char TextSource::character() {
  const auto from = [&](std::string_view set) { return set[rng_.below(set.size())]; };
  switch (rng_.below(8)) {
  case 0:
  case 1:
  case 2:
    if (!dictionary_.characters.empty())
      return from(dictionary_.characters);
    [[fallthrough]];
  case 3:
  case 4:
    return from(letters);
  case 5:
    return from(digits);
  case 6:
    return from(usualSeparators);
  default:
    return rng_.oneIn(4) ? static_cast<char>(1 + rng_.below(255))
                         : static_cast<char>(' ' + rng_.below(95));
  }
}

void TextSource::appendNumber(std::string &text) {
  const auto digit = [&] { return static_cast<char>('0' + rng_.below(10)); };
  if (!dictionary_.integers.empty() && rng_.oneIn(3)) {
    text += std::to_string(dictionary_.integers[rng_.below(dictionary_.integers.size())]);
    return;
  }
  switch (rng_.below(6)) {
  case 0:
    text += std::to_string(static_cast<std::int64_t>(rng_.next() >> rng_.below(64)));
    return;
  case 1:
    text += '-';
    [[fallthrough]];
  case 2:
    text += std::to_string(rng_.below(10000));
    return;
  case 3: // leading zeros, too
    text += digit();
    [[fallthrough]];
  case 4:
    text += digit();
    return;
  default:
    text += std::to_string(rng_.below(rng_.oneIn(2) ? 13 : 100));
  }
}

/// Puts numbers and words where a printf or scanf format has its directives.
void TextSource::appendExpanded(std::string &text, const std::string &format) {
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      text += format[i];
      continue;
    }
    const std::size_t directive = format.find_first_not_of("*-+ #.0123456789hlLqjzt", i + 1);
    if (directive == std::string::npos)
      return;
    i = directive;
    if (format[i] == '%')
      text += '%';
    else if (format[i] == 'c')
      text += character();
    else if (format[i] == 's')
      text += dictionary_.words.empty() ? std::string(1 + rng_.below(8), letters[rng_.below(52)])
                                        : oneOf(dictionary_.words);
    else if (format[i] == '[') {
      i = std::min(format.find(']', std::min(i + 2, format.size())), format.size());
      text += character();
    } else
      appendNumber(text);
  }
}

/// Fields between equal separators: 1.2.3, 2024-01-31, a,b,c.
void TextSource::appendFields(std::string &text) {
  const std::string_view set =
      !dictionary_.separators.empty() && !rng_.oneIn(3) ? dictionary_.separators : usualSeparators;
  const char separator = set[rng_.below(set.size())];
  const std::uint64_t fields = 2 + rng_.below(4);
  const bool numbers = !rng_.oneIn(4);
  for (std::uint64_t i = 0; i < fields; ++i) {
    if (i > 0)
      text += separator;
    if (numbers)
      appendNumber(text);
    else if (!dictionary_.words.empty() && rng_.oneIn(2))
      text += oneOf(dictionary_.words);
    else
      text.append(1 + rng_.below(4), letters[rng_.below(letters.size())]);
  }
}

/// One of the words in the text, mostly one that is not the program's; empty: there are none.
std::string TextSource::nameIn(const std::string &text) {
  std::string name;
  for (int tries = 0; tries < 4; ++tries) {
    const auto begin = somePart(text, letters);
    if (!begin)
      break;
    name.assign(text, *begin, text.find_first_not_of(letters, *begin) - *begin);
    if (!std::ranges::binary_search(dictionary_.keywords, name))
      break;
  }
  return name;
}

/// What a program compares words with is mostly a literal by itself; its other words are those of
/// its messages. Names are its user's, and are used more than once.
void TextSource::appendWord(std::string &text, bool isCommand) {
  const std::uint64_t kind = rng_.below(8);
  const std::uint64_t names = isCommand ? 1 : 4, keywords = 6;
  if (kind < names)
    if (const std::string name = nameIn(text); !name.empty()) {
      text += name;
      return;
    }
  if (kind < keywords && !dictionary_.keywords.empty())
    text += oneOf(dictionary_.keywords);
  else if (kind <= keywords && !dictionary_.words.empty())
    text += oneOf(dictionary_.words);
  else
    text.append(1 + rng_.below(3), letters[rng_.below(letters.size())]);
}

/// As commands are written: a word, then words and numbers with spaces between, numbers last.
void TextSource::appendLine(std::string &text) {
  appendWord(text, true);
  for (std::uint64_t rest = rng_.below(4); rest > 0; --rest) {
    text += ' ';
    if (rng_.oneIn(3) == (rest == 1))
      appendWord(text, false);
    else
      appendNumber(text);
  }
}

void TextSource::appendLines(std::string &text) {
  for (std::uint64_t lines = 1 + rng_.below(rng_.oneIn(3) ? 6 : 3); lines > 0; --lines) {
    appendLine(text);
    if (lines > 1 || rng_.oneIn(2))
      text += '\n';
  }
}

void TextSource::appendPiece(std::string &text) {
  switch (rng_.below(8)) {
  case 0:
  case 1:
    if (!dictionary_.texts.empty()) {
      text += oneOf(dictionary_.texts);
      return;
    }
    break;
  case 2:
  case 3:
    if (!dictionary_.words.empty()) {
      text += oneOf(dictionary_.words);
      return;
    }
    break;
  case 4:
    appendNumber(text);
    return;
  case 5:
    if (!dictionary_.separators.empty()) {
      text += dictionary_.separators[rng_.below(dictionary_.separators.size())];
      return;
    }
    break;
  default:
    break;
  }
  text += character();
}

void TextSource::changeOne(std::string &text) {
  if (!text.empty())
    text[rng_.below(text.size())] = character();
}

/// The beginning of one of the parts of `text` that consist of such characters, none longer.
std::optional<std::size_t> TextSource::somePart(const std::string &text, std::string_view of) {
  const auto begins = [&](std::size_t i) {
    return of.find(text[i]) != of.npos && (i == 0 || of.find(text[i - 1]) == of.npos);
  };
  std::size_t parts = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    parts += begins(i);
  if (parts == 0)
    return std::nullopt;
  std::size_t begin = 0;
  for (std::size_t chosen = rng_.below(parts) + 1; chosen > 0; ++begin)
    chosen -= begins(begin);
  return begin - 1;
}

/// Replaces one of the numbers in the text.
void TextSource::changeNumber(std::string &text) {
  const auto begin = somePart(text, digits);
  if (!begin)
    return changeOne(text);
  piece_.clear();
  appendNumber(piece_);
  text.replace(*begin, std::min(text.find_first_not_of(digits, *begin), text.size()) - *begin,
               piece_);
}

/// Replaces one of the words in the text.
void TextSource::changeWord(std::string &text) {
  const auto begin = somePart(text, letters);
  if (!begin)
    return changeOne(text);
  const std::size_t before = text.size();
  appendWord(text, false);
  piece_.assign(text, before);
  text.resize(before);
  text.replace(*begin, std::min(text.find_first_not_of(letters, *begin), before) - *begin, piece_);
}

/// Another number, another word, or the same of another command.
void TextSource::changeSlightly(std::string &line) {
  switch (rng_.below(4)) {
  case 0:
    changeNumber(line);
    break;
  case 1:
    changeWord(line);
    break;
  case 2:
    if (!dictionary_.keywords.empty())
      line.replace(0, std::min(line.find(' '), line.size()), oneOf(dictionary_.keywords));
    break;
  default:
    break;
  }
}

/// Adds a line, new or much like an old one, or takes one out.
void TextSource::changeLines(std::string &text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.emplace_back(text, begin, end - begin);
    begin = end + 1;
  }
  const auto somewhere = [&](std::size_t places) {
    return lines.begin() + static_cast<std::ptrdiff_t>(rng_.below(places));
  };
  const auto insert = [&](const std::string &line) { // mostly behind what it may speak of
    lines.insert(rng_.oneIn(3) ? somewhere(lines.size() + 1) : lines.end(), line);
  };
  const std::uint64_t kind = rng_.below(5);
  if (kind == 0 && lines.size() > 1) {
    lines.erase(somewhere(lines.size()));
  } else if (kind < 3 && !lines.empty()) {
    std::string line = *somewhere(lines.size());
    changeSlightly(line);
    insert(line);
  } else {
    const std::size_t before = text.size();
    appendLine(text); // with words of the others
    insert(text.substr(before));
  }
  text.clear();
  for (const std::string &line : lines)
    text += line + '\n';
}

void TextSource::fill(std::string &text) {
  text.clear();
  if (ofProgram_ && rng_.oneIn(4)) {
    appendLines(text);
    remember(text);
    return;
  }
  switch (rng_.below(16)) {
  case 0:
    break;
  case 1:
  case 2:
  case 3:
    if (!dictionary_.texts.empty()) {
      text = oneOf(dictionary_.texts);
      if (rng_.oneIn(4))
        text.resize(rng_.below(text.size() + 1));
      else if (rng_.oneIn(4))
        changeOne(text);
      break;
    }
    [[fallthrough]];
  case 4:
  case 5:
    for (std::uint64_t pieces = 1 + rng_.below(5); pieces > 0; --pieces)
      appendPiece(text);
    break;
  case 6:
    if (!dictionary_.formats.empty()) {
      appendExpanded(text, oneOf(dictionary_.formats));
      break;
    }
    [[fallthrough]];
  case 7:
  case 8:
    appendFields(text);
    break;
  case 9:
    appendNumber(text);
    break;
  case 10:
    text.append(rng_.below(rng_.oneIn(4) ? usualLimit : 8), character());
    break;
  case 11:
  case 12:
    if (!recent_.empty()) {
      text = oneOf(recent_);
      if (rng_.oneIn(3))
        mutate(text, nullptr);
      break;
    }
    [[fallthrough]];
  default:
    for (std::uint64_t length = rng_.below(rng_.oneIn(6) ? usualLimit : 10); length > 0; --length)
      text += character();
  }
  remember(text);
}

void TextSource::fillExactly(std::string &text, std::size_t length, bool raw) {
  if (raw) {
    text.resize(length);
    for (char &c : text)
      c = static_cast<char>(rng_.oneIn(4) ? 0 : rng_.next());
    return;
  }
  fill(text);
  while (text.size() < length)
    appendPiece(text);
  text.resize(length);
}

void TextSource::mutate(std::string &text, const std::string *donor) {
  const auto somewhere = [&] { return rng_.below(text.size() + 1); };
  const std::size_t at = somewhere();
  if (ofProgram_ && rng_.oneIn(3))
    return changeLines(text);
  switch (text.empty() ? 2 + rng_.below(2) : rng_.below(14)) {
  case 0:
  case 1:
    changeOne(text);
    break;
  case 2:
    text.insert(at, 1, character());
    break;
  case 3:
    piece_.clear();
    appendPiece(piece_);
    text.insert(at, piece_);
    break;
  case 4:
    text.erase(at, 1 + rng_.below(rng_.oneIn(3) ? text.size() : 2));
    break;
  case 5:
    piece_.assign(text, at, 1 + rng_.below(4));
    text.insert(somewhere(), piece_);
    break;
  case 6:
    std::swap(text[rng_.below(text.size())], text[rng_.below(text.size())]);
    break;
  case 7:
    text.resize(at);
    break;
  case 8: {
    char &c = text[rng_.below(text.size())];
    c = static_cast<char>(rng_.oneIn(2) ? c + 1 : c - 1);
    break;
  }
  case 9:
    piece_.clear();
    appendPiece(piece_);
    text.replace(at, piece_.size(), piece_);
    break;
  case 10:
  case 11:
    changeNumber(text);
    break;
  case 12:
    if (ofProgram_)
      changeWord(text);
    else
      changeNumber(text);
    break;
  default:
    if (donor != nullptr && !donor->empty()) {
      const std::size_t from = rng_.below(donor->size());
      piece_.assign(*donor, from, 1 + rng_.below(donor->size() - from));
      text.replace(at, rng_.oneIn(2) ? 0 : piece_.size(), piece_);
    } else {
      changeOne(text);
    }
  }
}

} // namespace generate
