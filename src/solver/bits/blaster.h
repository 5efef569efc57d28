#pragma once

#include "expr/pool.h"
#include "solver/bits/words.h"
#include "solver/tape.h"

#include <functional>

namespace solver::bits {

/// The terms of one pool as words of gates, each made once. Operations on numbers and functions
/// that are not bits' business give words that nothing binds: what can't hold with them can't hold
/// at all, and what can is to be checked.
class Blaster {
public:
  /// The value of an input in the run.
  using RunValue = std::function<std::uint64_t(std::uint32_t input)>;

  /// The pool and the gates must outlive it; the pool may grow.
  Blaster(const expr::Pool &pool, Gates &gates) : pool_(pool), gates_(gates), words_(gates) {}

  /// Makes a term and all below it. New inputs take their values from `run`.
  Word word(expr::TermId term, const RunValue &run);
  /// Says more about what was made than gates need to, for hard queries: equal operands of
  /// products give equal results, and a choice equals something if what is chosen does.
  void sayMore();
  /// The word of an input, empty if nothing made so far depends on it.
  Word input(std::uint32_t number) const;

private:
  static constexpr std::uint32_t none = 0xffff'ffff;

  bool isMade(expr::TermId term) const {
    return term.index < places_.size() && places_[term.index] != none;
  }
  bool isChoice(expr::TermId term) const {
    return pool_[term].operation == expr::Operation::Choose;
  }
  Word made(expr::TermId term) const;
  void keep(expr::TermId term, const Word &word);
  Word make(expr::TermId term, const RunValue &run);
  Word operation(const expr::Term &term);
  Word variables(unsigned width, std::uint64_t value);
  Literal equalByChoices(expr::TermId a, expr::TermId b);

  const expr::Pool &pool_;
  Gates &gates_;
  Words words_;
  std::vector<std::uint32_t> places_; // by term: where its word begins
  std::vector<Literal> literals_;     // of all words, one after the other
  std::map<std::uint32_t, expr::TermId> inputs_;
  std::vector<expr::TermId> work_;
  std::vector<expr::TermId> choicesCompared_; // terms Equal of which nothing more was said yet
  std::map<std::pair<std::uint32_t, std::uint32_t>, Literal> equalByChoices_; // by operands
};

/// About how many gates the conditions of a tape take, from nothing.
std::uint64_t gatesFor(const Tape &tape);

} // namespace solver::bits
