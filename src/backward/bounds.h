#pragma once

#include <cstddef>

namespace backward {

/// How far a search goes. All are counts, the same on every machine.
struct Bounds {
  unsigned rounds = 40;     // of one loop, on one path
  unsigned depth = 4;       // of calls that are entered
  unsigned segments = 1500; // straight pieces of code that are gone through, in all
  std::size_t terms = 400'000;
};

/// What a search took.
struct Effort {
  unsigned segments = 0, queries = 0;
};

} // namespace backward
