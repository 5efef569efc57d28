#include "proof/script.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>

namespace proof {
namespace {

/// The numbers of the symbols ("s17") that a text names.
std::vector<std::size_t> symbolsIn(const std::string &text) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts = i == 0 || text[i - 1] == ' ' || text[i - 1] == '(';
    if (text[i] != 's' || !starts)
      continue;
    std::size_t number = 0;
    const char *begin = text.data() + i + 1;
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
    if (error == std::errc() && (end == text.data() + text.size() || *end == ' ' || *end == ')'))
      found.push_back(number);
  }
  return found;
}

} // namespace

Bits literal(const llvm::APInt &value) {
  llvm::SmallString<64> digits;
  value.toStringUnsigned(digits);
  return {fmt::format("(_ bv{} {})", std::string(digits), value.getBitWidth()), value.getBitWidth(),
          value};
}

Bits literal(unsigned width, std::uint64_t value) { return literal(llvm::APInt(width, value)); }

std::string Script::bitsSort(unsigned width) { return fmt::format("(_ BitVec {})", width); }

std::string Script::memorySort(unsigned addressWidth) {
  return fmt::format("(Array (_ BitVec {}) (_ BitVec 8))", addressWidth);
}

std::string Script::add(Symbol symbol) {
  characters_ += symbol.body.size() + symbol.sort.size() + 32;
  symbols_.push_back(std::move(symbol));
  return fmt::format("s{}", symbols_.size() - 1);
}

std::string Script::anything(const std::string &sort) { return add({sort, "", ""}); }

std::string Script::define(const std::string &sort, const std::string &body) {
  return add({sort, body, ""});
}

std::string Script::anySuchThat(const std::string &sort, std::string body) {
  const std::string name = fmt::format("s{}", symbols_.size());
  for (std::size_t at = 0; (at = body.find('?', at)) != std::string::npos;)
    body.replace(at, 1, name);
  return add({sort, "", body});
}

void Script::demand(const std::string &body) { demands_.push_back(body); }

Guard Script::conjunction(const Guard &a, const Guard &b) {
  if (a == "false" || b == "false")
    return "false";
  if (a == "true" || a == b)
    return b;
  return b == "true" ? a : guard(fmt::format("(and {} {})", a, b));
}

Guard Script::disjunction(const std::vector<Guard> &guards) {
  std::string body;
  std::size_t count = 0;
  Guard last = "false";
  for (const Guard &each : guards) {
    if (each == "true")
      return each;
    if (each == "false")
      continue;
    body += " " + each;
    last = each;
    ++count;
  }
  return count < 2 ? last : guard("(or" + body + ")");
}

Guard Script::negation(const Guard &a) {
  if (a == "true")
    return "false";
  return a == "false" ? "true" : guard(fmt::format("(not {})", a));
}

Guard Script::equal(const Bits &a, const Bits &b) {
  if (a.literal && b.literal)
    return *a.literal == *b.literal ? "true" : "false";
  return guard(fmt::format("(= {} {})", a.text, b.text));
}

Bits Script::choose(const Guard &condition, const Bits &then, const Bits &otherwise) {
  if (condition == "true" || then.text == otherwise.text)
    return then;
  if (condition == "false")
    return otherwise;
  return bits(then.width, fmt::format("(ite {} {} {})", condition, then.text, otherwise.text));
}

std::vector<bool> Script::neededFor(const std::vector<Guard> &roots,
                                    std::vector<bool> &demands) const {
  std::vector<bool> needed(symbols_.size());
  std::vector<std::size_t> work;
  for (const Guard &root : roots)
    for (const std::size_t symbol : symbolsIn(root))
      work.push_back(symbol);
  // A demand counts once all the symbols in it that may be anything matter. Leaving one out only
  // allows more.
  for (bool grown = true; grown;) {
    grown = false;
    while (!work.empty()) {
      const std::size_t symbol = work.back();
      work.pop_back();
      if (needed[symbol])
        continue;
      needed[symbol] = true;
      for (const std::string *text : {&symbols_[symbol].body, &symbols_[symbol].known})
        for (const std::size_t other : symbolsIn(*text))
          work.push_back(other);
    }
    for (std::size_t i = 0; i < demands_.size(); ++i) {
      if (demands[i])
        continue;
      const std::vector<std::size_t> named = symbolsIn(demands_[i]);
      const bool matters = std::ranges::all_of(
          named, [&](std::size_t s) { return needed[s] || !symbols_[s].body.empty(); });
      if (!matters)
        continue;
      demands[i] = true;
      grown = true;
      work.insert(work.end(), named.begin(), named.end());
    }
  }
  return needed;
}

std::string Script::print(const Guard &goal, const std::string &header,
                          const std::vector<Guard> &also) const {
  std::vector<bool> demands(demands_.size());
  std::vector<Guard> roots = also;
  roots.push_back(goal);
  const std::vector<bool> needed = neededFor(roots, demands);
  std::string body;
  bool hasFloats = false, hasMemory = false;
  const auto note = [&](const std::string &text) {
    hasFloats |= text.find("to_fp") != std::string::npos;
    hasMemory |= text.find("Array") != std::string::npos;
  };
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    if (!needed[i])
      continue;
    const Symbol &symbol = symbols_[i];
    note(symbol.sort);
    note(symbol.body);
    body += symbol.body.empty()
                ? fmt::format("(declare-const s{} {})\n", i, symbol.sort)
                : fmt::format("(define-fun s{} () {} {})\n", i, symbol.sort, symbol.body);
    if (!symbol.known.empty()) {
      note(symbol.known);
      body += fmt::format("(assert {})\n", symbol.known);
    }
  }
  for (std::size_t i = 0; i < demands_.size(); ++i)
    if (demands[i]) {
      note(demands_[i]);
      body += fmt::format("(assert {})\n", demands_[i]);
    }
  const char *logic = hasFloats ? "ALL" : hasMemory ? "QF_ABV" : "QF_BV";
  return fmt::format("{}(set-logic {})\n{}(assert {})\n(check-sat)\n", header, logic, body, goal);
}

} // namespace proof
