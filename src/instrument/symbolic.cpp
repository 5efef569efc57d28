#include "instrument/symbolic.h"

#include "instrument/coverage.h"
#include "instrument/object.h"
#include "instrument/optimiser.h"
#include "instrument/symbolic_function.h"
#include "instrument/symbolic_library.h"
#include "instrument/symbolic_locals.h"
#include "instrument/symbolic_numbers.h"
#include "instrument/symbolic_objects.h"
#include "instrument/variables.h"
#include "ir/promises.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

namespace instrument {
namespace {

void propagateTerms(llvm::Module &module, const std::vector<std::string> &definedElsewhere) {
  std::vector<llvm::Function *> functions;
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(llvm::Attribute::Naked))
      functions.push_back(&function);
  for (llvm::Function *function : functions) {
    llvm::removeUnreachableBlocks(*function);
    TermPropagation(*function, definedElsewhere).run();
  }
}

} // namespace

support::Status lowerSymbolic(const std::filesystem::path &markedBitcode,
                              const std::filesystem::path &object,
                              const std::vector<std::string> &definedElsewhere) {
  return lower(markedBitcode, object, [&](llvm::Module &module, llvm::TargetMachine &machine) {
    llvm::StripDebugInfo(module); // nobody reads it here, and code generation takes twice as long
    callModels(module, definedElsewhere);
    optimise(module, machine, llvm::OptimizationLevel::O2);
    // What the optimiser concluded about functions (that one reads no memory, say) is no longer
    // true of what they become.
    ir::dropPromises(module);
    markNumberFunctions(module, definedElsewhere);
    propagateTerms(module, definedElsewhere);
    labelLocals(module);
    lowerMarkers(module);
    listVariables(module);
    listObjects(module);
    cleanUp(module, machine, /*branches=*/true);
  });
}

} // namespace instrument
