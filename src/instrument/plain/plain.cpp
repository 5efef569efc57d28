#include "instrument/plain/plain.h"

#include "instrument/coverage.h"
#include "instrument/markers_tap.h"
#include "instrument/object.h"
#include "instrument/optimiser.h"
#include "instrument/plain/fresh_locals.h"
#include "instrument/plain/nearness.h"
#include "instrument/variables.h"
#include "ir/checks.h"
#include "ir/refusable.h"

// Markers stay opaque while the optimiser works, so that the events of a run are the same as in
// every other lowering; only then do they become stores.

namespace instrument {

support::Result<PlainUnit> lowerPlain(const std::filesystem::path &markedBitcode,
                                      const std::filesystem::path &object,
                                      const PlainOptions &options) {
  PlainUnit unit;
  const auto transform = [&](llvm::Module &module, llvm::TargetMachine &machine) {
    ir::dropChecks(module);
    ir::routeRefusable(module);
    if (options.measuresNearness)
      measureNearness(module);
    if (!options.zeroLocals)
      fillFreshLocals(module);
    optimise(module, machine, llvm::OptimizationLevel::O1);
    unit.readsFreshLocals = readsFreshLocals(module);
    tapMarkers(module, options.markerTap);
    lowerNearness(module);
    lowerMarkers(module, Coverage::Counts);
    listVariables(module);
    cleanUp(module, machine, /*branches=*/false);
  };
  if (support::Status status = lower(markedBitcode, object, transform); !status)
    return status.error();
  return unit;
}

} // namespace instrument
