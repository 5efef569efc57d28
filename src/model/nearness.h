#pragma once

#include "model/branch.h"

#include <cstdint>
#include <limits>

namespace model {

/// How far a run was from taking a branch where it met its condition: by what is compared there.
struct Nearness {
  BranchId branch;
  std::uint64_t distance = 0;

  static constexpr std::uint64_t far = std::numeric_limits<std::uint64_t>::max(); // never met
  friend bool operator==(const Nearness &, const Nearness &) = default;
};

} // namespace model
