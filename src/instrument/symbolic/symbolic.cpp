#include "instrument/symbolic/symbolic.h"

#include "abi/target.h"
#include "instrument/coverage.h"
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

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

namespace instrument {
namespace {

enum class Checks { AreDropped, AreRecorded };

void defineChecked(llvm::Module &module) {
  auto *type = llvm::Type::getInt8Ty(module.getContext());
  new llvm::GlobalVariable(module, type, /*isConstant=*/true, llvm::GlobalValue::WeakODRLinkage,
                           llvm::ConstantInt::get(type, 1), PINCER_CHECKED);
}

support::Status lowerWithTerms(const std::filesystem::path &markedBitcode,
                               const std::filesystem::path &object,
                               const std::vector<std::string> &definedElsewhere,
                               const char *markerTap, const KeptFunctions &kept, Checks checks) {
  return lower(markedBitcode, object, [&](llvm::Module &module, llvm::TargetMachine &machine) {
    if (checks == Checks::AreDropped)
      ir::dropChecks(module);
    llvm::StripDebugInfo(module); // nobody reads it here, and code generation takes twice as long
    ir::routeRefusable(module);
    callOurLibrary(module, definedElsewhere);
    hideKeptCalls(module, kept, definedElsewhere);
    optimise(module, machine, llvm::OptimizationLevel::O2);
    propagateTerms(module, definedElsewhere, /*withConcreteVersions=*/true);
    showKeptCalls(module);
    labelLocals(module);
    ir::dropChecks(module); // the events are there
    tapMarkers(module, markerTap);
    lowerMarkers(module);
    listVariables(module);
    listObjects(module);
    cleanUp(module, machine, /*branches=*/true);
    if (checks == Checks::AreRecorded)
      defineChecked(module);
  });
}

} // namespace

support::Status lowerSymbolic(const std::filesystem::path &markedBitcode,
                              const std::filesystem::path &object,
                              const std::vector<std::string> &definedElsewhere,
                              const char *markerTap, const KeptFunctions &kept) {
  return lowerWithTerms(markedBitcode, object, definedElsewhere, markerTap, kept,
                        Checks::AreDropped);
}

support::Status lowerChecked(const std::filesystem::path &markedBitcode,
                             const std::filesystem::path &object,
                             const std::vector<std::string> &definedElsewhere,
                             const char *markerTap, const KeptFunctions &kept) {
  return lowerWithTerms(markedBitcode, object, definedElsewhere, markerTap, kept,
                        Checks::AreRecorded);
}

} // namespace instrument
