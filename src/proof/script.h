#pragma once

#include <cstddef>
#include <cstdint>
#include <llvm/ADT/APInt.h>
#include <optional>
#include <string>
#include <vector>

namespace proof {

/// A bit vector in SMT-LIB, and its value where it is a literal.
struct Bits {
  std::string text;
  unsigned width = 0;
  std::optional<llvm::APInt> literal;
};

/// A Boolean term; "true" and "false" are the literals.
using Guard = std::string;

Bits literal(const llvm::APInt &value);
Bits literal(unsigned width, std::uint64_t value);

/// The symbols of one formula, in the order of their definition. Only what a goal depends on is
/// printed. Every definition is total, so definitions exclude nothing; what is demanded of symbols
/// is listed apart.
class Script {
public:
  static std::string bitsSort(unsigned width);
  static std::string memorySort(unsigned addressWidth);

  /// A symbol that may be anything.
  std::string anything(const std::string &sort);
  std::string define(const std::string &sort, const std::string &body);
  Bits anyBits(unsigned width) { return {anything(bitsSort(width)), width, std::nullopt}; }
  Bits bits(unsigned width, const std::string &body) {
    return {define(bitsSort(width), body), width, std::nullopt};
  }
  Guard guard(const std::string &body) { return define("Bool", body); }

  Guard conjunction(const Guard &a, const Guard &b);
  Guard disjunction(const std::vector<Guard> &guards);
  Guard negation(const Guard &a);
  Guard equal(const Bits &a, const Bits &b);
  Bits choose(const Guard &condition, const Bits &then, const Bits &otherwise);

  /// What is known of symbols that may else be anything.
  void demand(const std::string &body);
  /// A symbol of which `body` is true, where "?" stands for it. There must always be one.
  std::string anySuchThat(const std::string &sort, std::string body);

  /// The whole script: that `goal` holds, with all that it or `also` depends on.
  std::string print(const Guard &goal, const std::string &header,
                    const std::vector<Guard> &also = {}) const;
  std::size_t size() const { return characters_; }

private:
  struct Symbol {
    std::string sort, body; // no body: anything
    std::string known;      // of one that is anything; empty: nothing
  };
  std::string add(Symbol symbol);
  std::vector<bool> neededFor(const std::vector<Guard> &roots, std::vector<bool> &demands) const;

  std::vector<Symbol> symbols_;
  std::vector<std::string> demands_;
  std::size_t characters_ = 0;
};

} // namespace proof
