#include "instrument/symbolic/module.h"

#include "instrument/symbolic/function.h"
#include "instrument/symbolic/legalise/division.h"
#include "instrument/symbolic/legalise/half.h"
#include "instrument/symbolic/legalise/x86_vectors.h"
#include "instrument/symbolic/operations/floating.h"
#include "instrument/symbolic/types.h"
#include "ir/promises.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

namespace instrument {

void propagateTerms(llvm::Module &module, const std::vector<std::string> &definedElsewhere,
                    bool withConcreteVersions) {
  const PointerWidth width(module.getDataLayout());
  // What the optimiser concluded about functions (that one reads no memory, say) is no longer true
  // of what they become.
  ir::dropPromises(module);
  markNumberFunctions(module, definedElsewhere);
  std::vector<llvm::Function *> functions;
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(llvm::Attribute::Naked))
      functions.push_back(&function);
  for (llvm::Function *function : functions) {
    llvm::removeUnreachableBlocks(*function);
    writeOutMachineVectors(*function);
    splitWideDivisions(*function);
    promoteHalves(*function);
    TermPropagation propagation(*function, definedElsewhere);
    propagation.run();
    if (withConcreteVersions)
      addConcreteVersion(*function, propagation.code());
  }
}

} // namespace instrument
