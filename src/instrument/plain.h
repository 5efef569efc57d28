#pragma once

#include "support/result.h"

#include <filesystem>

namespace instrument {

/// The plain lowering: optimises marked bitcode (-O1) with its markers opaque, turns the markers
/// into stores to `pincer_coverage`, lists the unit's writable variables in the section
/// `pincer_ranges`, and writes a position-independent x86-64 object file. `markerTap`: for tests, a
/// function that each marker calls (markers_tap.h).
support::Status lowerPlain(const std::filesystem::path &markedBitcode,
                           const std::filesystem::path &object, const char *markerTap = nullptr);

} // namespace instrument
