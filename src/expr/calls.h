#pragma once

#include "expr/operation.h"
#include "support/id.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace expr {

class Pool;
using TermId = support::Id<struct TermTag>;

/// The arguments of a Call, packed (abi/operations.h).
using Words = std::array<std::uint64_t, 3>;

/// Where an argument lies: bits shift .. shift + its width - 1 of a word.
struct WordPlace {
  unsigned word = 0, shift = 0;
};

/// Up to three arguments have a word each; more of them share words, in order. None: they do not
/// fit, so that a function of such arguments can't be kept as a Call.
std::optional<std::vector<WordPlace>> placesInWords(std::span<const unsigned> widths);

/// Knows what the functions of Call give: by calling them.
class Oracle {
public:
  virtual ~Oracle() = default;

  /// What the function gives for these arguments. None: that call crashes, hangs, prints..., or the
  /// function turned out to be impure.
  virtual std::optional<std::uint64_t> call(unsigned function, const Words &words) = 0;

  struct Query {
    unsigned function = 0;
    Words words = {};
  };
  /// Says what will be asked: many calls cost little more than one if they are made together.
  virtual void prepare(std::span<const Query> queries) = 0;

  /// Conditions on the arguments, in each of which the function is said to behave alike.
  virtual std::vector<TermId> partitions(Pool &pool, unsigned function,
                                         std::span<const TermId> words) = 0;

  virtual std::string nameOf(unsigned function) const = 0;
  /// Widths of the function's arguments, in order.
  virtual std::vector<unsigned> widthsOf(unsigned function) const = 0;
};

} // namespace expr
