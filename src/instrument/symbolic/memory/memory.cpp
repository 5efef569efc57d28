#include "abi/recorder_calls.h"
#include "abi/trace.h"
#include "instrument/symbolic/function.h"
#include "instrument/symbolic/memory/atomics.h"
#include "instrument/symbolic/types.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

// Loads, stores, atomic updates and copies: the tags of memory, and the terms that come and go with
// them. Addresses that are symbolic themselves: symbolic_addresses.cpp.

namespace instrument {

using llvm::Instruction;
using llvm::Value;

namespace {

/// Copies of no more bytes than this look at the tags themselves before they call the recorder.
constexpr std::uint64_t mostBytesLookedAt = 16;

/// shadowOf(p), abi/trace.h.
Value *tagsIn64Bits(llvm::IRBuilder<> &builder, Value *pointer) {
  Value *number = builder.CreatePtrToInt(pointer, builder.getInt64Ty());
  Value *masked = builder.CreateAnd(number, builder.getInt64(PINCER_SHADOW_MASK));
  Value *base = builder.CreateIntToPtr(builder.getInt64(PINCER_SHADOW_BASE), builder.getPtrTy());
  return builder.CreateGEP(builder.getInt32Ty(), base, masked);
}

Value *tagsIn32Bits(llvm::IRBuilder<> &builder, llvm::Module &module, Value *pointer) {
  constexpr unsigned bits = PINCER_SHADOW_BLOCK_BITS;
  auto *type = llvm::ArrayType::get(builder.getPtrTy(), 1u << (32 - bits));
  Value *blocks = module.getOrInsertGlobal(PINCER_SHADOW_BLOCKS, type);
  Value *number = builder.CreatePtrToInt(pointer, builder.getInt32Ty());
  Value *entry = builder.CreateGEP(builder.getPtrTy(), blocks, builder.CreateLShr(number, bits));
  Value *block = builder.CreateLoad(builder.getPtrTy(), entry);
  return builder.CreateGEP(builder.getInt32Ty(), block,
                           builder.CreateAnd(number, PINCER_SHADOW_BLOCK_BYTES - 1));
}

} // namespace

Value *TermPropagation::tagAddress(Value *pointer, std::uint64_t offset) {
  Value *tags = layout_.getPointerSize() == 4 ? tagsIn32Bits(builder_, module_, pointer)
                                              : tagsIn64Bits(builder_, pointer);
  return offset ? builder_.CreateConstGEP1_64(builder_.getInt8Ty(), tags, offset) : tags;
}

/// The task is due if one of these bytes has a tag.
void TermPropagation::lookAtTags(Value *pointer, std::uint64_t bytes, Task &task) {
  std::uint64_t offset = 0;
  for (; offset + 8 <= 4 * bytes; offset += 8)
    task.tags.push_back(builder_.CreateAlignedLoad(builder_.getInt64Ty(),
                                                   tagAddress(pointer, offset), llvm::Align(4)));
  if (offset < 4 * bytes)
    task.tags.push_back(builder_.CreateAlignedLoad(builder_.getInt32Ty(),
                                                   tagAddress(pointer, offset), llvm::Align(4)));
}

void TermPropagation::clearTags(Value *pointer, std::uint64_t bytes) {
  auto *type = llvm::FixedVectorType::get(builder_.getInt32Ty(), 4);
  std::uint64_t offset = 0;
  for (; offset + 16 <= 4 * bytes; offset += 16)
    builder_.CreateAlignedStore(llvm::Constant::getNullValue(type), tagAddress(pointer, offset),
                                llvm::Align(4));
  for (; offset + 8 <= 4 * bytes; offset += 8)
    builder_.CreateAlignedStore(builder_.getInt64(0), tagAddress(pointer, offset), llvm::Align(4));
  if (offset < 4 * bytes)
    builder_.CreateAlignedStore(builder_.getInt32(0), tagAddress(pointer, offset), llvm::Align(4));
}

/// A symbolic address is recorded before it is used: the access may be the last thing the run does.
/// Where the same terms were tested before in this block, the event may wait for its group.
void TermPropagation::checkAddress(Value *pointer, Instruction *before) {
  if (!carries(pointer))
    return;
  addEvent(PINCER_EVENT_ADDRESS, nextPlace(), pointer);
  for (Value *test : testsOf(pending_))
    if (!testedInBlock_.contains(test)) {
      flush(before);
      return;
    }
}

void TermPropagation::visitLoad(llvm::LoadInst &load) {
  Value *pointer = load.getPointerOperand();
  llvm::Type *type = load.getType();
  if (carries(pointer) && carries(&load) && goesThroughAddresses(type) &&
      load.getPointerAddressSpace() == 0)
    return readThrough(load);
  checkAddress(pointer, &load);
  builder_.SetInsertPoint(&load);
  if (load.getPointerAddressSpace() != 0)
    return;
  if (!hasTermedLeaf(type, layout_) || !hasLeavesInMemory(type, layout_)) {
    const std::uint64_t bytes = layout_.getTypeStoreSize(type).getKnownMinValue();
    if (bytes > 64 || bytes == 0)
      return;
    Task task;
    lookAtTags(pointer, bytes, task);
    task.emit = [this, kind = kindOfLoss(load)]() -> Terms {
      algebra_.call("__pincer_rec_lost", {builder_.getInt32(1), builder_.getInt32(kind)});
      return {};
    };
    add(std::move(task));
    return;
  }
  if (!carries(&load))
    return;
  Task task;
  task.results.push_back(&load);
  const auto leaves = leavesOf(type, layout_);
  for (const Leaf &leaf : leaves)
    if (leaf.isTermed()) {
      Value *part = leaf.offset
                        ? builder_.CreateConstGEP1_64(builder_.getInt8Ty(), pointer, leaf.offset)
                        : pointer;
      lookAtTags(part, layout_.getTypeStoreSize(leaf.type), task);
    }
  task.emit = [this, &load, pointer, leaves]() {
    Terms made;
    for (unsigned i = 0; i < leaves.size(); ++i) {
      if (!leaves[i].isTermed()) {
        made.push_back(algebra_.noTerm());
        continue;
      }
      Value *part = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), pointer, leaves[i].offset);
      made.push_back(algebra_.callForTerm("__pincer_rec_load",
                                          {part, builder_.getInt32(widthOf(leaves[i].type)),
                                           algebra_.word(leafValue(builder_, &load, i, layout_))}));
    }
    return made;
  };
  add(std::move(task));
}

void TermPropagation::visitStore(llvm::StoreInst &store) {
  Value *pointer = store.getPointerOperand(), *value = store.getValueOperand();
  const bool isWriteThrough = carries(pointer) && goesThroughAddresses(value->getType()) &&
                              store.getPointerAddressSpace() == 0;
  if (!isWriteThrough)
    checkAddress(pointer, &store);
  if (store.getPointerAddressSpace() != 0)
    return;
  const std::uint64_t bytes = layout_.getTypeStoreSize(value->getType());
  const auto clear = [this, pointer, bytes] {
    if (bytes <= 64)
      clearTags(pointer, bytes);
    else
      algebra_.call("__pincer_rec_fill", {pointer, builder_.getInt32(0), builder_.getInt64(0),
                                          builder_.getInt64(bytes)});
  };
  if (isWriteThrough)
    return writeThrough(store, clear);
  const bool inMemory = hasLeavesInMemory(value->getType(), layout_);
  if (carries(value) && !inMemory)
    addLost(value, PINCER_LOST_WIDE);
  if (!carries(value) || !inMemory) {
    flush(&store);
    clear();
    return;
  }
  Task task;
  task.operands.push_back(value);
  const auto leaves = leavesOf(value->getType(), layout_);
  task.emit = [this, pointer, value, leaves, clear]() -> Terms {
    if (leaves.size() > 1 || !leaves[0].isTermed())
      clear();
    for (unsigned i = 0; i < leaves.size(); ++i)
      if (leaves[i].isTermed())
        algebra_.call("__pincer_rec_store",
                      {builder_.CreateConstGEP1_64(builder_.getInt8Ty(), pointer, leaves[i].offset),
                       builder_.getInt32(widthOf(leaves[i].type)), termOf(value, i),
                       algebra_.word(leafValue(builder_, value, i, layout_))});
    return {};
  };
  add(std::move(task));
  flush(&store, clear);
}

/// Read, compute and write in one: afterwards, if the memory or an operand has a term.
void TermPropagation::addExchange(Instruction &exchange, Value *pointer, llvm::Type *type,
                                  llvm::ArrayRef<Value *> operands, std::function<Terms()> emit) {
  checkAddress(pointer, &exchange);
  flush(&exchange);
  const std::uint64_t bytes = layout_.getTypeStoreSize(type);
  if (!isTermed(type)) {
    loseMemory(pointer, bytes, exchange);
    return;
  }
  Instruction *next = exchange.getNextNode();
  builder_.SetInsertPoint(next);
  Task task;
  task.results.push_back(&exchange);
  task.operands.append(operands.begin(), operands.end());
  lookAtTags(pointer, bytes, task);
  task.emit = std::move(emit);
  add(std::move(task));
  flush(next);
}

void TermPropagation::visitExchange(llvm::AtomicRMWInst &exchange) {
  Value *pointer = exchange.getPointerOperand(), *operand = exchange.getValOperand();
  llvm::Type *type = exchange.getType();
  addExchange(exchange, pointer, type, {operand}, [=, this, &exchange]() -> Terms {
    Value *width = builder_.getInt32(widthOf(type));
    Value *old =
        algebra_.callForTerm("__pincer_rec_load", {pointer, width, algebra_.word(&exchange)});
    const Termed before{&exchange, old}, change = termed(operand);
    if (const auto after = atomicUpdate(algebra_, exchange.getOperation(), before, change)) {
      algebra_.call("__pincer_rec_store",
                    {pointer, width, after->term, algebra_.word(after->value)});
    } else {
      algebra_.call("__pincer_rec_lost", {old, builder_.getInt32(PINCER_LOST_INSTRUCTION)});
      clearTags(pointer, layout_.getTypeStoreSize(type));
    }
    return {old};
  });
}

void TermPropagation::visitExchange(llvm::AtomicCmpXchgInst &exchange) {
  Value *pointer = exchange.getPointerOperand(), *fresh = exchange.getNewValOperand();
  Value *expected = exchange.getCompareOperand();
  llvm::Type *type = fresh->getType();
  addExchange(exchange, pointer, type, {fresh, expected}, [=, this, &exchange]() -> Terms {
    Value *width = builder_.getInt32(widthOf(type));
    Value *before = builder_.CreateExtractValue(&exchange, 0);
    Value *success = builder_.CreateExtractValue(&exchange, 1);
    Value *old = algebra_.callForTerm("__pincer_rec_load", {pointer, width, algebra_.word(before)});
    const Termed same =
        algebra_.compare(llvm::CmpInst::ICMP_EQ, {before, old}, termed(expected), success);
    Value *after = builder_.CreateSelect(success, fresh, before);
    Value *term = builder_.CreateSelect(success, termOf(fresh), old);
    algebra_.call("__pincer_rec_store", {pointer, width, term, algebra_.word(after)});
    return {old, exchange.isWeak() ? algebra_.noTerm() : same.term};
  });
}

void TermPropagation::visitMemory(llvm::MemIntrinsic &memory) {
  Value *to = memory.getRawDest(), *size = memory.getLength();
  if (memory.getDestAddressSpace() != 0)
    return;
  for (Value *pointer : {to, llvm::isa<llvm::MemTransferInst>(memory)
                                 ? llvm::cast<llvm::MemTransferInst>(memory).getRawSource()
                                 : nullptr})
    if (pointer && carries(pointer))
      addEvent(PINCER_EVENT_ADDRESS, nextPlace(), pointer);
  if (carries(size))
    addEvent(PINCER_EVENT_VALUE, nextPlace(), size);
  builder_.SetInsertPoint(&memory);
  size = builder_.CreateZExtOrTrunc(size, builder_.getInt64Ty());
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(size);
  if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&memory)) {
    Value *from = copy->getRawSource();
    const auto copyTags = [this, to, from, size]() -> Terms {
      algebra_.call("__pincer_rec_copy", {to, from, size});
      return {};
    };
    if (constant && constant->getZExtValue() <= mostBytesLookedAt) {
      Task task;
      lookAtTags(from, constant->getZExtValue(), task);
      lookAtTags(to, constant->getZExtValue(), task);
      task.emit = copyTags;
      add(std::move(task));
      flush(&memory);
    } else {
      flush(&memory);
      copyTags();
    }
    return;
  }
  flush(&memory);
  Value *byte = llvm::cast<llvm::MemSetInst>(memory).getValue();
  if (constant && constant->getZExtValue() <= 32 && !carries(byte))
    clearTags(to, constant->getZExtValue());
  else
    algebra_.call("__pincer_rec_fill", {to, termOf(byte), algebra_.word(byte), size});
}

} // namespace instrument
