#pragma once

#include "instrument/symbolic/calls/kept_calls.h"
#include "support/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace instrument {

/// The symbolic lowering: optimises marked bitcode (-O2 without vectorisers) with its markers
/// opaque, lets every integer and pointer carry a term (abi/trace.h), turns the markers into stores
/// to `pincer_coverage` and, where a condition has a term, into events, lists the unit's writable
/// variables in the section `pincer_ranges`, and writes a position-independent x86-64 object file
/// that needs libpincer_recorder.
///
/// Calls of library functions with a substitute (abi/library.def) go to it, unless the function
/// is defined in this unit or named in `definedElsewhere` (the functions of the program's other
/// units). Calls of `kept` functions become terms. `markerTap`: for tests, a function that each
/// marker calls (markers_tap.h).
support::Status lowerSymbolic(const std::filesystem::path &markedBitcode,
                              const std::filesystem::path &object,
                              const std::vector<std::string> &definedElsewhere = {},
                              const char *markerTap = nullptr, const KeptFunctions &kept = {});

/// The same, and whether an operation is about to go wrong (ir/checks.h) is an event too, where it
/// has a term. This takes more time than all the rest, so few runs are recorded so.
support::Status lowerChecked(const std::filesystem::path &markedBitcode,
                             const std::filesystem::path &object,
                             const std::vector<std::string> &definedElsewhere = {},
                             const char *markerTap = nullptr, const KeptFunctions &kept = {});

} // namespace instrument
