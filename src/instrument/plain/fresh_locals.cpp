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
  const auto fillBytes = [&](llvm::Value *to, llvm::Value *size, llvm::MaybeAlign alignment) {
    const auto *known = llvm::dyn_cast<llvm::ConstantInt>(size);
    if (known && known->getValue().ule(PINCER_FRESH_SIZE))
      builder.CreateMemCpy(to, alignment, &fresh, fresh.getAlign(), size);
    else
      builder.CreateMemSet(to, builder.CreateLoad(builder.getInt8Ty(), &fresh), size, alignment);
  };
  if (auto *set = llvm::dyn_cast<llvm::MemSetInst>(&zeroing)) {
    fillBytes(set->getDest(), set->getLength(), set->getDestAlign());
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&zeroing)) {
    const std::uint64_t size =
        zeroing.getModule()->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
    fillBytes(store->getPointerOperand(), builder.getInt64(size), store->getAlign());
  } else {
    return;
  }
  zeroing.eraseFromParent();
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
  llvm::Type *type =
      llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), PINCER_FRESH_SIZE);
  auto *fresh = new llvm::GlobalVariable(module, type, /*isConstant=*/false,
                                         llvm::GlobalValue::WeakAnyLinkage,
                                         llvm::Constant::getNullValue(type), PINCER_FRESH_BYTES);
  fresh->setAlignment(llvm::Align(16));
  for (llvm::Instruction *zeroing : zeroings)
    fill(*zeroing, *fresh);
}

bool readsFreshLocals(llvm::Module &module) {
  llvm::GlobalVariable *fresh = module.getNamedGlobal(PINCER_FRESH_BYTES);
  return fresh && !fresh->use_empty();
}

} // namespace instrument
