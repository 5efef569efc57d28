#pragma once

#include "instrument/symbolic/calls/kept_calls.h"
#include "support/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace instrument {

/// The inspect lowering: like lowerSymbolic, with the same markers and the same propagation of
/// terms, but without optimisation, and with frame records (abi/frames.h), so that every local,
/// parameter and global is found by name while the program runs.
support::Status lowerInspect(const std::filesystem::path &markedBitcode,
                             const std::filesystem::path &object,
                             const std::vector<std::string> &definedElsewhere = {},
                             const char *markerTap = nullptr, const KeptFunctions &kept = {});

} // namespace instrument
