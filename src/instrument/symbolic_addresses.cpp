#include "abi/recorder_calls.h"
#include "instrument/symbolic_function.h"
#include "instrument/symbolic_types.h"

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

/// The term of a scalar that is loaded through an address with a term.
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
  const std::uint32_t shape = widthOf(type) | (announced ? PINCER_READ_ANNOUNCED : 0);
  task.emit = [this, &load, pointer, place, shape]() -> Terms {
    hintObject(pointer);
    return {algebra_.callForTerm(
        "__pincer_rec_read",
        {place, termOf(pointer), pointer, builder_.getInt32(shape), algebra_.word(&load)})};
  };
  add(std::move(task));
}

/// A scalar that is stored through an address with a term.
void TermPropagation::writeThrough(llvm::StoreInst &store,
                                   const std::function<void()> &whenConcrete) {
  Value *pointer = store.getPointerOperand(), *value = store.getValueOperand();
  Value *place = nextPlace();
  Task task;
  task.operands.append({pointer, value});
  task.emit = [this, pointer, value, place]() -> Terms {
    hintObject(pointer);
    algebra_.call("__pincer_rec_write",
                  {place, termOf(pointer), pointer, builder_.getInt32(widthOf(value->getType())),
                   termOf(value), algebra_.word(value)});
    return {};
  };
  add(std::move(task));
  flush(&store, whenConcrete);
}

} // namespace instrument
