#include "ir/open_order.h"

#include "abi/target.h"
#include "ir/private_locals.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <map>
#include <set>
#include <vector>

// At -O0 variables live in memory, so a value that is kept in a register while something else is
// evaluated belongs to the same expression, and was not put first by the source: `next() - next()`
// keeps the first result while it calls again. Where neither of two such evaluations is an operand
// of the other, another compiler may turn them round. What clang's order is good for nobody may
// rely on: proofs take the values of what is marked here for anything, and its calls for unknown
// code. Some orders that are settled are marked, too (of C++17, and `?:` in operands).

namespace ir {
namespace {

using llvm::BasicBlock;
using llvm::CallBase;
using llvm::Instruction;
using llvm::Value;

/// A call of code, not of an intrinsic or a marker.
const CallBase *realCall(const Value *value) {
  const auto *call = llvm::dyn_cast<CallBase>(value);
  if (!call || llvm::isa<llvm::IntrinsicInst>(call))
    return nullptr;
  const llvm::Function *callee = call->getCalledFunction();
  return callee && callee->getName().starts_with("__pincer_") ? nullptr : call;
}

class OrderMarker {
public:
  void run(llvm::Function &function) {
    roots_.clear();
    privates_.clear();
    for (Instruction &instruction : llvm::instructions(function))
      if (const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
          slot && isOnlyUsedInPlace(*slot))
        privates_.insert(slot);
    for (Instruction &instruction : llvm::instructions(function))
      if (!rootsOf(instruction).empty())
        for (const llvm::Use &use : instruction.uses())
          compareWithAllBetween(instruction, use);
  }

private:
  using Roots = std::set<Instruction *>;

  bool isSharedLoad(const Value *value) const {
    const auto *load = llvm::dyn_cast<llvm::LoadInst>(value);
    return load && !privates_.contains(objectOf(load->getPointerOperand()));
  }

  /// The calls and loads that a value was computed from.
  const Roots &rootsOf(Instruction &value) {
    const auto [found, isNew] = roots_.try_emplace(&value);
    if (!isNew)
      return found->second;
    Roots roots;
    if (realCall(&value) || isSharedLoad(&value))
      roots = {&value};
    else if (!llvm::isa<llvm::LoadInst>(value))
      roots = rootsOfOperands(value);
    return roots_[&value] = std::move(roots);
  }

  Roots rootsOfOperands(Instruction &instruction) {
    Roots roots;
    for (Value *operand : instruction.operand_values())
      if (auto *made = llvm::dyn_cast<Instruction>(operand)) {
        const Roots &more = rootsOf(*made);
        roots.insert(more.begin(), more.end());
      }
    return roots;
  }

  /// All that may run between where a value is made and where it is used.
  void compareWithAllBetween(Instruction &value, const llvm::Use &use) {
    auto *user = llvm::cast<Instruction>(use.getUser());
    if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(user))
      user = phi->getIncomingBlock(use)->getTerminator();
    BasicBlock *from = value.getParent(), *to = user->getParent();
    if (from == to && value.comesBefore(user))
      return compare(value, value.getNextNode(), user);
    compare(value, value.getNextNode(), nullptr);
    compare(value, &to->front(), user);
    std::set<BasicBlock *> seen;
    std::vector<BasicBlock *> work(llvm::pred_begin(to), llvm::pred_end(to));
    while (!work.empty()) {
      BasicBlock *block = work.back();
      work.pop_back();
      if (block == from || !seen.insert(block).second)
        continue;
      compare(value, &block->front(), nullptr);
      work.insert(work.end(), llvm::pred_begin(block), llvm::pred_end(block));
    }
  }

  void compare(Instruction &value, Instruction *first, const Instruction *end) {
    for (Instruction *at = first; at && at != end; at = at->getNextNode())
      if (realCall(at) || isSharedLoad(at))
        for (Instruction *root : rootsOf(value))
          if (isOpen(*root, *at)) {
            mark(*root);
            mark(*at);
          }
  }

  bool isOpen(Instruction &one, Instruction &other) {
    if (&one == &other || rootsOfOperands(other).contains(&one))
      return false;
    const CallBase *first = realCall(&one), *second = realCall(&other);
    if (first && second)
      return changesSomething(*first) || changesSomething(*second);
    return (first && changesSomething(*first)) || (second && changesSomething(*second));
  }

  static void mark(Instruction &instruction) {
    instruction.setMetadata(PINCER_OPEN_ORDER, llvm::MDNode::get(instruction.getContext(), {}));
  }

  bool changesSomething(const CallBase &call) {
    const llvm::Function *callee = call.getCalledFunction();
    return !callee || changesSomething(*callee);
  }

  /// Beside locals of its own.
  bool changesSomething(const llvm::Function &function) {
    if (function.isDeclarationForLinker() || function.isInterposable())
      return true;
    const auto [found, isNew] = changes_.try_emplace(&function, true); // so recursion does
    if (!isNew)
      return found->second;
    for (const Instruction &instruction : llvm::instructions(function))
      if (mayChange(instruction))
        return true;
    return changes_[&function] = false;
  }

  bool mayChange(const Instruction &instruction) {
    if (const CallBase *call = realCall(&instruction))
      return changesSomething(*call);
    const Value *to = nullptr;
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store)
      to = store->isAtomic() || store->isVolatile() ? nullptr : store->getPointerOperand();
    else if (const auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
      to = memory->getDest();
    else if (llvm::isa<CallBase>(instruction))
      return !llvm::isa<llvm::DbgInfoIntrinsic>(instruction) && instruction.mayWriteToMemory() &&
             llvm::isa<llvm::IntrinsicInst>(instruction);
    else
      return instruction.mayWriteToMemory() && !llvm::isa<llvm::LoadInst>(instruction);
    return !to || !llvm::isa<llvm::AllocaInst>(objectOf(to));
  }

  std::map<Instruction *, Roots> roots_; // of this function
  std::set<const Value *> privates_;
  std::map<const llvm::Function *, bool> changes_;
};

} // namespace

void markOpenOrder(llvm::Module &module) {
  OrderMarker marker;
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      marker.run(function);
}

bool isOrderOpen(const Instruction &instruction) {
  return instruction.getMetadata(PINCER_OPEN_ORDER) != nullptr;
}

} // namespace ir
