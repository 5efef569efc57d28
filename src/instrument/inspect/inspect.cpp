#include "instrument/inspect/inspect.h"

#include "abi/frames.h"
#include "instrument/coverage.h"
#include "instrument/inspect/frame_records.h"
#include "instrument/markers_tap.h"
#include "instrument/object.h"
#include "instrument/optimiser.h"
#include "instrument/symbolic/calls/library.h"
#include "instrument/symbolic/memory/locals.h"
#include "instrument/symbolic/memory/objects.h"
#include "instrument/symbolic/module.h"
#include "instrument/variables.h"
#include "ir/checks.h"
#include "ir/refusable.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace instrument {

support::Status lowerInspect(const std::filesystem::path &markedBitcode,
                             const std::filesystem::path &object,
                             const std::vector<std::string> &definedElsewhere,
                             const char *markerTap, const KeptFunctions &kept) {
  return lower(markedBitcode, object, [&](llvm::Module &module, llvm::TargetMachine &machine) {
    machine.setOptLevel(llvm::CodeGenOptLevel::None);
    ir::dropChecks(module);
    ir::routeRefusable(module);
    callOurLibrary(module, definedElsewhere);
    hideKeptCalls(module, kept, definedElsewhere);
    onlyWhatIsNeeded(module, machine);
    propagateTerms(module, definedElsewhere, /*withConcreteVersions=*/false);
    showKeptCalls(module);
    labelLocals(module);
    recordFrames(module); // after the terms: frame records have none
    llvm::StripDebugInfo(module);
    tapMarkers(module, PINCER_FRAMES_EVENT);
    tapMarkers(module, markerTap);
    lowerMarkers(module);
    listVariables(module);
    listObjects(module);
  });
}

} // namespace instrument
