#include "instrument/symbolic.h"

#include "instrument/coverage.h"
#include "instrument/markers_tap.h"
#include "instrument/object.h"
#include "instrument/optimiser.h"
#include "instrument/symbolic_library.h"
#include "instrument/symbolic_locals.h"
#include "instrument/symbolic_module.h"
#include "instrument/symbolic_objects.h"
#include "instrument/variables.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>

namespace instrument {

support::Status lowerSymbolic(const std::filesystem::path &markedBitcode,
                              const std::filesystem::path &object,
                              const std::vector<std::string> &definedElsewhere,
                              const char *markerTap, const KeptFunctions &kept) {
  return lower(markedBitcode, object, [&](llvm::Module &module, llvm::TargetMachine &machine) {
    llvm::StripDebugInfo(module); // nobody reads it here, and code generation takes twice as long
    callModels(module, definedElsewhere);
    hideKeptCalls(module, kept, definedElsewhere);
    optimise(module, machine, llvm::OptimizationLevel::O2);
    propagateTerms(module, definedElsewhere, /*withConcreteVersions=*/true);
    showKeptCalls(module);
    labelLocals(module);
    tapMarkers(module, markerTap);
    lowerMarkers(module);
    listVariables(module);
    listObjects(module);
    cleanUp(module, machine, /*branches=*/true);
  });
}

} // namespace instrument
