#pragma once

#include <cstdint>

namespace campaign {

/// Which engines propose tests.
enum class Strategy : std::uint8_t {
  Random,
  Concolic, // random search gives the first calls only
  Auto,     // both in turn, by what each earned
};

} // namespace campaign
