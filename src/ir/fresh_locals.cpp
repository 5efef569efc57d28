#include "ir/fresh_locals.h"

#include "abi/target.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <optional>
#include <set>
#include <vector>

namespace ir {
namespace {

using llvm::Instruction;
using llvm::Value;

/// The bytes that an initialisation of clang's own fills.
struct Range {
  Instruction *filling;
  Value *address, *size; // size null: that of a stored value
};

std::optional<Range> rangeOf(Instruction &instruction) {
  if (!isAutoInit(instruction))
    return std::nullopt;
  if (auto *set = llvm::dyn_cast<llvm::MemSetInst>(&instruction))
    return Range{set, set->getDest(), set->getLength()};
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return Range{store, store->getPointerOperand(), nullptr};
  return std::nullopt;
}

/// Whether what the instruction stores hides all that the variable held before.
bool hidesAll(const Instruction &instruction, const llvm::AllocaInst &slot) {
  const llvm::DataLayout &layout = slot.getModule()->getDataLayout();
  const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  const auto size = slot.getAllocationSize(layout);
  return store && size && store->getPointerOperand() == &slot &&
         store->getValueOperand() != &slot &&
         layout.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue() >=
             size->getFixedValue();
}

/// Whether some way from here comes to a use of the variable before everything in it is stored
/// over.
bool mayBeUsed(const Instruction &from, const llvm::AllocaInst &slot) {
  std::vector<const Instruction *> work = {from.getNextNode()};
  std::set<const llvm::BasicBlock *> seen;
  while (!work.empty()) {
    const Instruction *at = work.back();
    work.pop_back();
    for (; at; at = at->getNextNode()) {
      if (hidesAll(*at, slot))
        break;
      if (llvm::is_contained(at->operand_values(), &slot) && !isAutoInit(*at) &&
          !llvm::isa<llvm::DbgInfoIntrinsic>(at) && !at->isLifetimeStartOrEnd())
        return true;
      if (at->isTerminator())
        for (unsigned i = 0; i < at->getNumSuccessors(); ++i)
          if (seen.insert(at->getSuccessor(i)).second)
            work.push_back(&at->getSuccessor(i)->front());
    }
  }
  return false;
}

void ask(const Range &range, llvm::FunctionCallee source, llvm::IntegerType *sizeType) {
  llvm::IRBuilder<> builder(range.filling);
  Value *size = range.size;
  if (!size)
    size = builder.getInt64(range.filling->getModule()->getDataLayout().getTypeStoreSize(
        llvm::cast<llvm::StoreInst>(range.filling)->getValueOperand()->getType()));
  builder.CreateCall(source, {range.address, builder.CreateZExtOrTrunc(size, sizeType)});
  range.filling->eraseFromParent();
}

} // namespace

bool isAutoInit(const Instruction &instruction) {
  const auto *notes = llvm::dyn_cast_or_null<llvm::MDTuple>(
      instruction.getMetadata(llvm::LLVMContext::MD_annotation));
  return notes && llvm::any_of(notes->operands(), [](const llvm::MDOperand &note) {
           const auto *text = llvm::dyn_cast<llvm::MDString>(note.get());
           return text && text->getString() == "auto-init";
         });
}

void askForFreshLocals(llvm::Module &module) {
  std::vector<Range> ranges;
  for (llvm::Function &function : module)
    for (Instruction &instruction : llvm::instructions(function))
      if (const auto range = rangeOf(instruction)) {
        const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(range->address->stripPointerCasts());
        if (!slot || mayBeUsed(instruction, *slot)) // part of a struct: nothing is known
          ranges.push_back(*range);
      }
  if (ranges.empty())
    return;
  llvm::LLVMContext &context = module.getContext();
  auto *sizeType = module.getDataLayout().getIntPtrType(context);
  const llvm::FunctionCallee source =
      module.getOrInsertFunction(PINCER_FRESH_INPUT, llvm::Type::getVoidTy(context),
                                 llvm::PointerType::get(context, 0), sizeType);
  for (const Range &range : ranges)
    ask(range, source, sizeType);
}

} // namespace ir
