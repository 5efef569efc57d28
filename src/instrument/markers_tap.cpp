#include "instrument/markers_tap.h"

#include "abi/target.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace instrument {

void tapMarkers(llvm::Module &module, const char *function) {
  if (!function)
    return;
  llvm::IRBuilder<> builder(module.getContext());
  const llvm::FunctionCallee tap = module.getOrInsertFunction(
      function, builder.getVoidTy(), builder.getInt32Ty(), builder.getInt64Ty());
  for (const char *name : {PINCER_BRANCH_MARKER, PINCER_SWITCH_MARKER}) {
    llvm::Function *marker = module.getFunction(name);
    if (!marker)
      continue;
    for (llvm::User *user : marker->users()) {
      auto *call = llvm::cast<llvm::CallInst>(user);
      builder.SetInsertPoint(call);
      builder.CreateCall(tap,
                         {call->getArgOperand(0),
                          builder.CreateZExtOrTrunc(call->getArgOperand(1), builder.getInt64Ty())});
    }
  }
}

} // namespace instrument
