#include "backward/locals.h"

#include "ir/open_order.h"
#include "ir/private_locals.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace backward {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;

std::optional<std::string> whyRefused(const Instruction &instruction) {
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const llvm::Function *callee = call->getCalledFunction();
    if (call->hasFnAttr(llvm::Attribute::ReturnsTwice) ||
        (callee && callee->getName().ends_with("setjmp")))
      return "a call in it may return twice (setjmp)";
  }
  if (llvm::isa<llvm::IndirectBrInst, llvm::CallBrInst, llvm::CatchSwitchInst,
                llvm::CatchReturnInst, llvm::CleanupReturnInst>(instruction))
    return std::string(instruction.getOpcodeName()) + " is not followed";
  return std::nullopt;
}

/// Ours: it stands for a function that nobody sees.
bool isStub(const llvm::Function &function) {
  const llvm::DISubprogram *subprogram = function.getSubprogram();
  return function.getName().starts_with("pincer_") || function.getName().starts_with("__pincer_") ||
         (subprogram && subprogram->getName().starts_with("pincer_"));
}

} // namespace

FunctionFacts::FunctionFacts(const llvm::Function &function)
    : dominators_(const_cast<llvm::Function &>(function)), loops_(dominators_) {
  if (function.getParent()->getDataLayout().getPointerSizeInBits() != 64)
    refusal_ = "addresses have not 64 bits";
  if (function.isPresplitCoroutine())
    refusal_ = "it is a coroutine";
  unsigned distance = 0;
  for (const BasicBlock *block :
       llvm::ReversePostOrderTraversal<const llvm::Function *>(&function)) {
    distances_[block] = distance++;
    if (llvm::isa<llvm::ReturnInst>(block->getTerminator()))
      returns_.push_back(block);
  }
  for (const Instruction &instruction : llvm::instructions(function)) {
    const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (slot && slot->isStaticAlloca() && ir::isOnlyUsedInPlace(*slot))
      private_.insert(slot);
    if (!refusal_)
      refusal_ = whyRefused(instruction);
  }
}

const BasicBlock *FunctionFacts::dominator(const BasicBlock &block) const {
  const auto *node = dominators_.getNode(&block);
  return node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
}

unsigned FunctionFacts::distance(const BasicBlock &block) const {
  const auto found = distances_.find(&block);
  return found == distances_.end() ? ~0u : found->second;
}

const std::set<const BasicBlock *> &FunctionFacts::between(const BasicBlock &block) {
  const auto [found, isNew] = between_.try_emplace(&block);
  if (!isNew)
    return found->second;
  const BasicBlock *end = dominator(block);
  std::vector<const BasicBlock *> work(llvm::pred_begin(&block), llvm::pred_end(&block));
  while (!work.empty()) {
    const BasicBlock *next = work.back();
    work.pop_back();
    if (next != end && found->second.insert(next).second)
      work.insert(work.end(), llvm::pred_begin(next), llvm::pred_end(next));
  }
  return found->second;
}

bool canEnter(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee && !callee->isDeclarationForLinker() && !callee->isInterposable() &&
         !callee->isVarArg() && !callee->hasFnAttribute(llvm::Attribute::Naked) &&
         !isStub(*callee) && !ir::isOrderOpen(call) &&
         call.getFunctionType() == callee->getFunctionType();
}

} // namespace backward
