#pragma once

#include "solver/tape.h"

#include <cstdint>
#include <vector>

namespace solver::search {

/// How far something is from being as it is wanted: 0 if it is so.
struct Distance {
  /// Up to about 1 for each comparison that has to change. Numbers of floating point are as far
  /// apart as there are numbers between them, whatever their size, and it is the length of that
  /// count that counts: the measure for steps of one variable.
  double steps = 0;
  /// The difference itself: the measure for several equations at once.
  double size = 0;
};

/// The logic of a tape's conditions down to their comparisons, as a list of parts, each behind
/// those it is made of. It is read by two: the interpreter here and the compiler
/// (compiled_fitness).
class Skeleton {
public:
  static constexpr std::uint32_t none = 0xffff'ffff;

  enum class Kind : std::uint8_t {
    Comparison, // of two terms
    Extended,   // of two long doubles
    All,        // a and b
    Any,        // a or b
    Parity,     // exactly one of two terms changes: a, b (wanted true), c, d (wanted false)
    Choice,     // `a` and `b`: its condition wanted true and false; `c`, `d`: what it chooses among
    Opaque,     // nothing is known but that it is wrong
  };
  /// The term at `position` shall have the value `wanted`.
  struct Part {
    Kind kind = Kind::Opaque;
    bool wanted = true;
    std::uint32_t position = 0;
    std::uint32_t a = none, b = none, c = none, d = none; // parts
  };

  Skeleton(const Tape &tape, std::size_t conditions);

  const std::vector<Part> &parts() const { return parts_; }
  std::size_t conditions() const { return roots_.size(); }
  /// The part that stands for a condition.
  std::uint32_t root(std::size_t condition) const { return roots_[condition]; }
  /// Positions of the tape whose values distances are made of, ascending.
  const std::vector<std::uint32_t> &observed() const { return observed_; }

private:
  std::vector<Part> parts_;
  std::vector<std::uint32_t> roots_, observed_;
};

/// Distance of a comparison whose value is not the one wanted, for the values of its operands.
Distance ofComparison(expr::Operation comparison, bool wanted, unsigned width, std::uint64_t a,
                      std::uint64_t b);

/// Interprets the skeleton for the values that the tape holds: fills `distances` by part.
void measure(const Skeleton &skeleton, const Tape &tape, std::vector<Distance> &distances);

/// A size that stands for "no number".
constexpr double noSize = 1e300;
/// Distances in steps: a comparison is false by this much at least, and what has no order by one.
constexpr double leastSteps = 0.01;
constexpr double noOrder = 1;
/// From bits of a double that is at least one to its logarithm as a part of the greatest one.
constexpr double stepsPerBit = 0x1p-52 / 66;

} // namespace solver::search
