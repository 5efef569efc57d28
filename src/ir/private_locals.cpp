#include "ir/private_locals.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace ir {

bool isOnlyUsedInPlace(const llvm::Value &pointer) {
  for (const llvm::Use &use : pointer.uses()) {
    const llvm::User *user = use.getUser();
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(user); load && !load->isAtomic())
      continue;
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user))
      if (use.getOperandNo() == store->getPointerOperandIndex() && !store->isAtomic())
        continue;
    if (llvm::isa<llvm::MemIntrinsic>(user) && use.getOperandNo() < 2)
      continue;
    if (const auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
      if (use.getOperandNo() == 0 && step->getType()->isPointerTy() && isOnlyUsedInPlace(*step))
        continue;
    return false;
  }
  return true;
}

const llvm::Value *objectOf(const llvm::Value *pointer) {
  while (const auto *step = llvm::dyn_cast<llvm::GEPOperator>(pointer))
    pointer = step->getPointerOperand();
  return pointer;
}

} // namespace ir
