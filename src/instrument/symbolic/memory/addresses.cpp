#include "abi/recorder_calls.h"
#include "instrument/symbolic/function.h"
#include "instrument/symbolic/types.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Module.h>

// Memory through addresses that may be symbolic. What such an access means is the recorder's
// business (runtime/recorder_reads.c); here it is told of it, and of the one kind of object that it
// can't find by itself: locals, and variables that are not the subject's own or a thread's.

namespace instrument {

using llvm::Instruction;
using llvm::Value;

namespace {

bool isListed(const llvm::GlobalVariable &variable) {
  return !variable.isThreadLocal() && !variable.isDeclarationForLinker();
}

} // namespace

/// Tells, before an access, the object that the pointer is known to lead into.
void TermPropagation::hintObject(Value *pointer) {
  Value *object = llvm::getUnderlyingObject(pointer, 0);
  Value *size = nullptr;
  if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(object)) {
    size =
        builder_.CreateMul(builder_.CreateZExtOrTrunc(local->getArraySize(), builder_.getInt64Ty()),
                           builder_.getInt64(layout_.getTypeAllocSize(local->getAllocatedType())));
  } else if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(object)) {
    if (isListed(*variable) || !variable->getValueType()->isSized())
      return;
    size = builder_.getInt64(layout_.getTypeAllocSize(variable->getValueType()));
    if (variable->isThreadLocal())
      return;
  } else {
    return;
  }
  algebra_.call("__pincer_rec_object", {object, size});
}

/// A symbolic address is announced before it is used: the access may be the last thing the run
/// does. Where the same terms were tested before in this block, it need not be: returns whether it
/// was.
bool TermPropagation::announceRead(Value *pointer, std::uint64_t bytes, Value *place,
                                   Instruction *before) {
  Task task;
  task.operands.push_back(pointer);
  task.emit = [this, pointer, bytes, place]() -> Terms {
    hintObject(pointer);
    algebra_.call("__pincer_rec_access",
                  {place, termOf(pointer), pointer, builder_.getInt64(bytes)});
    return {};
  };
  add(std::move(task));
  for (Value *test : testsOf(pending_))
    if (!testedInBlock_.contains(test)) {
      flush(before);
      return true;
    }
  pending_.pop_back();
  return false;
}

bool TermPropagation::goesThroughAddresses(llvm::Type *type) {
  constexpr std::size_t mostParts = 8; // each is a table of its own
  const auto leaves = leavesOf(type, layout_);
  return !leaves.empty() && leaves.size() <= mostParts && hasLeavesInMemory(type, layout_) &&
         llvm::all_of(leaves, [](const Leaf &leaf) { return leaf.isTermed(); });
}

Termed TermPropagation::addressOfPart(Value *pointer, std::uint64_t offset) {
  if (offset == 0)
    return termed(pointer);
  llvm::Type *integer = layout_.getIntPtrType(pointer->getType());
  Value *at = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), pointer, offset);
  const Termed base{builder_.CreatePtrToInt(pointer, integer), termOf(pointer)};
  return {at, algebra_.binary(llvm::Instruction::Add, base, algebra_.number(integer, offset)).term};
}

/// The terms of what is loaded through an address with a term.
void TermPropagation::readThrough(llvm::LoadInst &load) {
  Value *pointer = load.getPointerOperand();
  llvm::Type *type = load.getType();
  const std::uint64_t bytes = layout_.getTypeStoreSize(type);
  Value *place = nextPlace();
  const bool announced = announceRead(pointer, bytes, place, &load);
  builder_.SetInsertPoint(&load);
  Task task;
  task.results.push_back(&load);
  task.operands.push_back(pointer);
  if (!isConstantMemory(pointer))
    lookAtTags(pointer, bytes, task);
  const std::uint32_t flags = announced ? PINCER_READ_ANNOUNCED : 0;
  task.emit = [this, &load, pointer, place, flags]() {
    Terms made;
    const auto leaves = leavesOf(load.getType(), layout_);
    for (unsigned i = 0; i < leaves.size(); ++i) {
      hintObject(pointer);
      const Termed part = addressOfPart(pointer, leaves[i].offset);
      made.push_back(algebra_.callForTerm("__pincer_rec_read",
                                          {place, part.term, part.value,
                                           builder_.getInt32(widthOf(leaves[i].type) | flags),
                                           algebra_.word(leafValue(builder_, &load, i, layout_))}));
    }
    return made;
  };
  add(std::move(task));
}

/// What is stored through an address with a term.
void TermPropagation::writeThrough(llvm::StoreInst &store,
                                   const std::function<void()> &whenConcrete) {
  Value *pointer = store.getPointerOperand(), *value = store.getValueOperand();
  Value *place = nextPlace();
  Task task;
  task.operands.append({pointer, value});
  task.emit = [this, pointer, value, place]() -> Terms {
    const auto leaves = leavesOf(value->getType(), layout_);
    for (unsigned i = 0; i < leaves.size(); ++i) {
      hintObject(pointer);
      const Termed part = addressOfPart(pointer, leaves[i].offset);
      algebra_.call("__pincer_rec_write",
                    {place, part.term, part.value, builder_.getInt32(widthOf(leaves[i].type)),
                     termOf(value, i), algebra_.word(leafValue(builder_, value, i, layout_))});
    }
    return {};
  };
  add(std::move(task));
  flush(&store, whenConcrete);
}

} // namespace instrument
