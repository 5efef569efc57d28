#include "instrument/symbolic/memory/locals.h"

#include "abi/target.h"

#include <algorithm>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <vector>

// A register of the locals there are would cost every function its entry and its exit. A label
// costs one store at the entry and can be forgotten: it holds its own address, so that what is left
// of an old one is hardly taken for one, and if it is, there is memory all the same.

namespace instrument {
namespace {

using llvm::AllocaInst;

bool isForUs(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee && (callee->isIntrinsic() || callee->getName().starts_with("__pincer_rec"));
}

/// Whether somebody else gets to know where it is.
bool isPassedOn(const AllocaInst &local) {
  llvm::SmallPtrSet<const llvm::Value *, 16> seen = {&local};
  std::vector<const llvm::Value *> work = {&local};
  while (!work.empty()) {
    const llvm::Value *pointer = work.back();
    work.pop_back();
    for (const llvm::User *user : pointer->users()) {
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
        if (!isForUs(*call))
          return true;
      } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getValueOperand() == pointer)
          return true;
      } else if (llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst>(user) &&
                 seen.insert(user).second) {
        work.push_back(user);
      }
    }
  }
  return false;
}

bool isLabelled(const AllocaInst &local, const llvm::DataLayout &layout) {
  llvm::Type *type = local.getAllocatedType();
  if (!local.isStaticAlloca() || local.isArrayAllocation() || !type->isAggregateType() ||
      local.isUsedWithInAlloca() || local.isSwiftError() || local.getAddressSpace() != 0 ||
      local.getAlign() > llvm::Align(PINCER_LABEL_ROOM))
    return false;
  const std::uint64_t size = layout.getTypeAllocSize(type);
  return size > 1 && size <= PINCER_MOST_LABELLED_BYTES && isPassedOn(local);
}

void dropLifetimes(AllocaInst &local) {
  std::vector<llvm::Instruction *> markers;
  for (llvm::User *user : local.users())
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
        call && call->isLifetimeStartOrEnd())
      markers.push_back(call);
  for (llvm::Instruction *marker : markers)
    marker->eraseFromParent();
}

void label(AllocaInst &local, llvm::Instruction *afterLocals, const llvm::DataLayout &layout) {
  const std::uint64_t size = layout.getTypeAllocSize(local.getAllocatedType());
  llvm::IRBuilder<> builder(&local);
  auto *room = builder.CreateAlloca(
      llvm::ArrayType::get(builder.getInt8Ty(), PINCER_LABEL_ROOM + size), nullptr, "labelled");
  room->setAlignment(llvm::Align(PINCER_LABEL_ROOM));
  builder.SetInsertPoint(afterLocals);
  llvm::Value *data = builder.CreateConstGEP1_64(builder.getInt8Ty(), room, PINCER_LABEL_ROOM);
  local.replaceAllUsesWith(data);
  local.eraseFromParent();
  llvm::Value *text =
      builder.CreateXor(builder.CreatePtrToInt(data, builder.getInt64Ty()),
                        builder.getInt64(PINCER_LABEL_KEY ^ size << PINCER_LABEL_ADDRESS_BITS));
  builder.CreateStore(text, room);
}

} // namespace

void labelLocals(llvm::Module &module) {
  const llvm::DataLayout &layout = module.getDataLayout();
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    std::vector<AllocaInst *> locals;
    const auto isLocal = [](llvm::Instruction &i) { return llvm::isa<AllocaInst>(i); };
    llvm::BasicBlock &entry = function.getEntryBlock();
    for (auto at = entry.begin(); isLocal(*at); ++at)
      if (isLabelled(llvm::cast<AllocaInst>(*at), layout))
        locals.push_back(&llvm::cast<AllocaInst>(*at));
    // A lifetime may begin right behind the locals: it goes before that place is looked for.
    for (AllocaInst *local : locals)
      dropLifetimes(*local);
    llvm::Instruction *afterLocals = &*std::find_if_not(entry.begin(), entry.end(), isLocal);
    for (AllocaInst *local : locals)
      label(*local, afterLocals, layout);
  }
}

} // namespace instrument
