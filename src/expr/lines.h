#pragma once

#include "expr/pool.h"
#include "support/result.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// Terms as lines of text, one line per term, operands before what they are operands of. Terms are
// counted from 0 in the order of their lines:
//   in 8 3             input 3, of 8 bits
//   is 32 10           the constant 10, of 32 bits
//   Add 32 0 1         an operation: its width, its operands, and `extra` if that is not 0

namespace expr {

/// Writes each term once.
class LineWriter {
public:
  /// The pool must outlive it; it may grow.
  explicit LineWriter(const Pool &pool) : pool_(pool) {}
  /// Lines for these terms and all below them, without those that were written before.
  std::string lines(std::span<const TermId> terms);
  /// The number of a term that was written.
  std::uint32_t numberOf(TermId term) const { return numbers_.at(term.index); }

private:
  std::string line(const Term &term) const;

  const Pool &pool_;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_; // by term
};

class LineReader {
public:
  explicit LineReader(Pool &pool) : pool_(pool) {}
  /// Adds the term of one line to the pool; an error says what is wrong with it.
  support::Status read(std::string_view line);
  /// By number; none: there is no such line.
  TermId term(std::uint64_t number) const {
    return number < terms_.size() ? terms_[number] : TermId();
  }

private:
  Pool &pool_;
  std::vector<TermId> terms_; // by number
};

} // namespace expr
