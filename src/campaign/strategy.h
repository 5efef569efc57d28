#pragma once

#include <cstdint>

namespace campaign {

/// Which engines propose tests.
enum class Strategy : std::uint8_t {
  Random,
  Concolic, // random search gives the first calls only
  Hybrid,   // where functions ask for inputs as they run: random runs, concolic search from states
            // deep in them; elsewhere as Auto
  Auto,     // all in turn, by what each earned
};

/// Which errors are sought. (What tests run into is told in any case.)
enum class Errors : std::uint8_t {
  None,
  Default, // those that end the run or touch memory that is not meant
  All,     // arithmetic that gives another number than meant, too
};

} // namespace campaign
