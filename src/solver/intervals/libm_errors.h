#pragma once

#include <cstdint>

namespace solver::intervals {

/// How a function of libm runs.
enum class Course : std::uint8_t {
  Unknown, // nothing is said of it
  Growing,
  Falling,
  Even, // growing with the size of its operand
  Sine, // and the others with a rule of their own
  Cosine,
  Tangent,
  Power,
  Hypotenuse,
  Angle, // atan2
  PositiveDifference,
  Neighbour, // nextafter
  Remainder
};

/// What proofs assume of a function of libm: its results lie within `ulps` units in the last place
/// of the true value and within [low, high]; outside of [first, last] it gives a NaN. glibc lists
/// the errors it knows of; assumed here is at least twice of that.
struct Assumed {
  Course course = Course::Unknown;
  unsigned ulps = 0;
  double low = 0, high = 0;   // of its results
  double first = 0, last = 0; // of its operand
};

/// By number of abi/functions.def.
const Assumed &assumedOf(unsigned function);

} // namespace solver::intervals
