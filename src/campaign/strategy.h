#pragma once

#include <cstdint>
#include <optional>

namespace campaign {

/// Which engines propose tests.
enum class Strategy : std::uint8_t {
  Random,
  Concolic, // random search gives the first calls only
  Hybrid,   // where functions ask for inputs as they run: random runs, concolic search from states
            // deep in them; elsewhere as Auto
  Auto,     // all in turn, by what each earned
};

/// Bounds of hybrid search. What is not set grows while nothing is found.
struct HybridBounds {
  std::optional<std::uint32_t> quietInputs;    // random ones without news: then it is solved
  std::optional<std::uint32_t> searchedInputs; // from a state, that are symbolic
  std::optional<std::uint32_t> searchedRuns;   // from a state
};

/// Which errors are sought. (What tests run into is told in any case.)
enum class Errors : std::uint8_t {
  None,
  Default, // those that end the run or touch memory that is not meant
  All,     // arithmetic that gives another number than meant, too
};

} // namespace campaign
