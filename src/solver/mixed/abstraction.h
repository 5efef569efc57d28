#pragma once

#include "solver/slice.h"

#include <array>
#include <optional>

namespace solver {

/// The conditions of a slice in a pool of their own, where the results of some functions are
/// inputs: what is left is for ordinary solvers. Input i is the one at place i of the slice's tape;
/// the results follow.
class Abstraction {
public:
  /// A function in the conditions.
  struct Kept {
    std::array<expr::TermId, 3> words; // what it is applied to; Apply has two
    unsigned wordCount = 0;
    std::uint16_t function = 0;
    std::uint8_t width = 0;
    unsigned level = 0;       // 0: its arguments depend on no other of them
    std::uint32_t result = 0; // input
  };

  /// `kept`: Call or Apply.
  Abstraction(Slice &slice, expr::Operation kept);

  expr::Pool pool;
  std::vector<expr::TermId> conditions; // as in the slice
  std::vector<bool> isSimple;           // by condition: no kept function is in it
  std::vector<Kept> functions;          // those that others are applied to come first
  std::size_t inputs = 0;               // of the slice
  unsigned levels = 0;

  /// What the function gives.
  std::optional<std::uint64_t> valueOf(const Kept &kept, const expr::Words &words) const;
  /// The words of a Call; those that were packed (expr/packed_words.h) one by one.
  std::vector<expr::TermId> wordsOf(const Kept &kept) const;
  bool isCall() const { return kept_ == expr::Operation::Call; }

private:
  expr::Operation kept_;
  expr::Oracle *oracle_;
};

} // namespace solver
