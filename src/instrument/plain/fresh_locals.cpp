#include "instrument/plain/fresh_locals.h"

#include "abi/target.h"
#include "ir/fresh_locals.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <vector>

namespace instrument {
namespace {

void fill(llvm::Instruction &zeroing, llvm::GlobalVariable &fresh) {
  llvm::IRBuilder<> builder(&zeroing);
  llvm::Value *byte = builder.CreateLoad(builder.getInt8Ty(), &fresh);
  if (auto *set = llvm::dyn_cast<llvm::MemSetInst>(&zeroing)) {
    set->setValue(byte);
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&zeroing)) {
    const std::uint64_t size =
        zeroing.getModule()->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
    builder.CreateMemSet(store->getPointerOperand(), byte, size, store->getAlign());
    store->eraseFromParent();
  }
}

} // namespace

void fillFreshLocals(llvm::Module &module) {
  std::vector<llvm::Instruction *> zeroings;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (ir::isAutoInit(instruction))
        zeroings.push_back(&instruction);
  if (zeroings.empty())
    return;
  llvm::Type *type = llvm::Type::getInt8Ty(module.getContext());
  auto *fresh = new llvm::GlobalVariable(module, type, /*isConstant=*/false,
                                         llvm::GlobalValue::WeakAnyLinkage,
                                         llvm::Constant::getNullValue(type), PINCER_FRESH_BYTE);
  for (llvm::Instruction *zeroing : zeroings)
    fill(*zeroing, *fresh);
}

bool readsFreshLocals(llvm::Module &module) {
  llvm::GlobalVariable *fresh = module.getNamedGlobal(PINCER_FRESH_BYTE);
  return fresh && !fresh->use_empty();
}

} // namespace instrument
