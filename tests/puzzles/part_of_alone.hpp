#pragma once
#include "alone_classes.hpp" // each includes the other

namespace geo {

struct Part {
  int kind;
};

inline bool isRound(const Part &part) { return part.kind > 3; }

} // namespace geo
