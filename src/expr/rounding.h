#pragma once

#include "abi/operations.h"

#include <cmath>

namespace expr {

/// To a whole number; `direction` is one of PINCER_ROUND_...
template <class Number> Number roundedTo(Number x, unsigned direction) {
  switch (direction) {
  case PINCER_ROUND_DOWN:
    return std::floor(x);
  case PINCER_ROUND_UP:
    return std::ceil(x);
  case PINCER_ROUND_ZERO:
    return std::trunc(x);
  case PINCER_ROUND_AWAY:
    return std::round(x);
  default:
    return std::nearbyint(x);
  }
}

} // namespace expr
