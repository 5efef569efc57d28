#pragma once

#include "support/result.h"

#include <filesystem>

namespace instrument {

struct PlainOptions {
  bool zeroLocals = false;         // locals start as zeros, since the user's compiler is told so
  bool measuresNearness = false;   // conditions on state are measured (nearness.h)
  const char *markerTap = nullptr; // for tests: a function that each marker calls (markers_tap.h)
};

/// What lowering a unit shows.
struct PlainUnit {
  bool readsFreshLocals = false; // as far as the optimiser can tell
};

/// The plain lowering: optimises marked bitcode (-O1) with its markers opaque, turns the markers
/// into stores to `pincer_coverage`, lists the unit's writable variables in the section
/// `pincer_ranges`, and writes a position-independent x86-64 object file. Locals start as what
/// fresh memory holds (fresh_locals.h).
support::Result<PlainUnit> lowerPlain(const std::filesystem::path &markedBitcode,
                                      const std::filesystem::path &object,
                                      const PlainOptions &options = {});

} // namespace instrument
