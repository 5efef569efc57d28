#include "instrument/plain.h"

#include "instrument/coverage.h"
#include "instrument/markers_tap.h"
#include "instrument/object.h"
#include "instrument/optimiser.h"
#include "instrument/variables.h"

// Markers stay opaque while the optimiser works, so that the events of a run are the same as in
// every other lowering; only then do they become stores.

namespace instrument {

support::Status lowerPlain(const std::filesystem::path &markedBitcode,
                           const std::filesystem::path &object, const char *markerTap) {
  return lower(markedBitcode, object, [&](llvm::Module &module, llvm::TargetMachine &machine) {
    optimise(module, machine, llvm::OptimizationLevel::O1);
    tapMarkers(module, markerTap);
    lowerMarkers(module);
    listVariables(module);
    cleanUp(module, machine, /*branches=*/false);
  });
}

} // namespace instrument
