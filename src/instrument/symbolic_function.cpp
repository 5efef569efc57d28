#include "instrument/symbolic_function.h"

#include "abi/recorder_calls.h"
#include "abi/target.h"
#include "instrument/symbolic_atomics.h"
#include "instrument/symbolic_library.h"
#include "instrument/symbolic_types.h"
#include "instrument/symbolic_variadic.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

// Terms are pure: making one changes nothing that the subject can see. So they need not be made
// where their values are. What a block computes is collected as tasks, and done together at the
// next place that can't wait (a store, a marker, a call, the end of the block): one test whether
// any of the terms and tags that go in is nonzero, and out of line, if so, one call of the recorder
// per task. Where all is concrete, a group of loads and arithmetic costs its loads of tags, their
// `or`, and one branch never taken.
//
// Loads read their tags again in the slow part; nothing writes tags between a load and the end of
// its group, since stores and calls end groups.

namespace instrument {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

namespace {

/// Copies of no more bytes than this look at the tags themselves before they call the recorder.
constexpr std::uint64_t mostBytesLookedAt = 16;

std::uint32_t firstPlaceOf(const llvm::Function &function) {
  std::uint32_t hash = 2166136261u; // FNV-1a
  for (const llvm::StringRef text :
       {llvm::StringRef(function.getParent()->getSourceFileName()), function.getName()})
    for (const char c : text)
      hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

/// Why an instruction has no terms.
std::uint32_t kindOfLoss(const Instruction &instruction) {
  const auto hasFloats = [](const llvm::Type *type) {
    return type->isFPOrFPVectorTy() && !isTermed(type);
  };
  const auto isLarge = [](const llvm::Type *type) {
    return type->isVectorTy() || (type->isIntegerTy() && !isTermed(type));
  };
  llvm::SmallVector<llvm::Type *, 4> types = {instruction.getType()};
  if (!llvm::isa<llvm::LoadInst>(instruction))
    for (const Value *operand : instruction.operand_values())
      types.push_back(operand->getType());
  if (llvm::any_of(types, hasFloats))
    return PINCER_LOST_FLOAT;
  return llvm::any_of(types, isLarge) ? PINCER_LOST_WIDE : PINCER_LOST_INSTRUCTION;
}

llvm::MDNode *unlikely(llvm::LLVMContext &context) {
  return llvm::MDBuilder(context).createBranchWeights(1, 1u << 20);
}

} // namespace

TermPropagation::TermPropagation(llvm::Function &function,
                                 const std::vector<std::string> &definedElsewhere)
    : definedElsewhere_(definedElsewhere), function_(function), module_(*function.getParent()),
      layout_(module_.getDataLayout()), builder_(function.getContext()),
      algebra_(module_, builder_), flow_(function), nextPlace_(firstPlaceOf(function)) {}

void TermPropagation::run() {
  // An invoke's result is taken on the way to its normal destination.
  std::vector<llvm::InvokeInst *> invokes;
  for (BasicBlock &block : function_)
    if (auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(block.getTerminator()))
      invokes.push_back(invoke);
  for (llvm::InvokeInst *invoke : invokes)
    llvm::SplitEdge(invoke->getParent(), invoke->getNormalDest());
  std::vector<BasicBlock *> blocks;
  for (BasicBlock *block : llvm::ReversePostOrderTraversal<llvm::Function *>(&function_))
    blocks.push_back(block);
  for (BasicBlock *block : blocks)
    visitBlock(*block);
  fillPhis();
}

// The terms of values

unsigned TermPropagation::leafCount(const Value *value) const {
  return leavesOf(value->getType(), layout_).size();
}

Value *TermPropagation::termOf(Value *value, unsigned leaf) {
  if (!carries(value))
    return algebra_.noTerm();
  if (const auto found = termsInTasks_.find(value); found != termsInTasks_.end())
    return found->second[leaf];
  if (const auto found = terms_.find(value); found != terms_.end())
    return found->second[leaf];
  return algebra_.noTerm();
}

// Groups of tasks

/// The numbers that are all zero if the tasks need not be done.
TermPropagation::Terms TermPropagation::testsOf(const std::vector<Task> &tasks) const {
  llvm::SmallPtrSet<Value *, 8> inside, seen;
  Terms tests;
  const auto add = [&](Value *number) {
    if (!algebra_.isConcrete(number) && seen.insert(number).second)
      tests.push_back(number);
  };
  for (const Task &task : tasks) {
    for (Value *tag : task.tags)
      add(tag);
    for (Value *operand : task.operands)
      if (!inside.contains(operand) && carries(operand))
        if (const auto found = terms_.find(operand); found != terms_.end())
          for (Value *term : found->second)
            add(term);
    inside.insert(task.results.begin(), task.results.end());
  }
  return tests;
}

void TermPropagation::flush(Instruction *before, const std::function<void()> &whenConcrete) {
  std::vector<Task> tasks = std::move(pending_);
  pending_.clear();
  const Terms tests = testsOf(tasks);
  builder_.SetInsertPoint(before);
  if (tests.empty()) {
    if (whenConcrete)
      whenConcrete();
    return;
  }
  testedInBlock_.insert(tests.begin(), tests.end());
  Value *any = nullptr;
  for (Value *test : tests) {
    Value *wide = builder_.CreateZExt(test, builder_.getInt64Ty());
    any = any ? builder_.CreateOr(any, wide) : wide;
  }
  if (tests.size() == 1) // a narrow test is shorter
    any = tests[0];
  Value *isSymbolic = builder_.CreateICmpNE(any, llvm::Constant::getNullValue(any->getType()));

  BasicBlock *head = before->getParent();
  BasicBlock *rest = head->splitBasicBlock(before->getIterator(), "rest");
  auto *slow = BasicBlock::Create(module_.getContext(), "symbolic", &function_, rest);
  BasicBlock *fast = rest;
  if (whenConcrete) {
    fast = BasicBlock::Create(module_.getContext(), "concrete", &function_, rest);
    builder_.SetInsertPoint(fast);
    builder_.SetCurrentDebugLocation(before->getDebugLoc());
    Instruction *end = builder_.CreateBr(rest);
    builder_.SetInsertPoint(end);
    whenConcrete();
  }
  head->getTerminator()->eraseFromParent();
  builder_.SetInsertPoint(head);
  builder_.SetCurrentDebugLocation(before->getDebugLoc());
  builder_.CreateCondBr(isSymbolic, slow, fast, unlikely(module_.getContext()));
  emitTasks(tasks, slow, fast == rest ? head : fast, rest);
  builder_.SetInsertPoint(before);
}

void TermPropagation::emitTasks(const std::vector<Task> &tasks, BasicBlock *slow, BasicBlock *fast,
                                BasicBlock *rest) {
  builder_.SetInsertPoint(slow);
  Instruction *end = builder_.CreateBr(rest);
  builder_.SetInsertPoint(end);
  termsInTasks_.clear();
  for (const Task &task : tasks) {
    const Terms made = task.emit();
    std::size_t next = 0;
    for (Value *result : task.results)
      for (unsigned leaf = leafCount(result); leaf > 0; --leaf)
        termsInTasks_[result].push_back(made[next++]);
  }
  for (const Task &task : tasks)
    for (Value *result : task.results) {
      Terms &terms = terms_[result];
      terms.clear();
      for (Value *made : termsInTasks_[result]) {
        if (algebra_.isConcrete(made)) {
          terms.push_back(made);
          continue;
        }
        builder_.SetInsertPoint(rest, rest->begin());
        llvm::PHINode *term = builder_.CreatePHI(builder_.getInt32Ty(), 2);
        term->addIncoming(made, slow);
        term->addIncoming(algebra_.noTerm(), fast);
        terms.push_back(term);
      }
    }
  termsInTasks_.clear();
}

// Walking

void TermPropagation::visitBlock(BasicBlock &block) {
  testedInBlock_.clear();
  markedInBlock_.clear();
  std::vector<Instruction *> instructions;
  for (Instruction &instruction : block)
    instructions.push_back(&instruction);
  Instruction *first = &*block.getFirstInsertionPt();
  if (block.isEntryBlock())
    enterFunction();
  else if (BasicBlock *from = block.getSinglePredecessor())
    if (auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(from->getTerminator());
        invoke && invoke->getNormalDest() == &block)
      takeBack(*invoke, first);
  for (Instruction *instruction : instructions)
    visit(*instruction);
}

void TermPropagation::enterFunction() {
  Instruction *first = &function_.getEntryBlock().front();
  while (llvm::isa<llvm::AllocaInst>(first) &&
         llvm::cast<llvm::AllocaInst>(first)->isStaticAlloca())
    first = first->getNextNode();
  builder_.SetInsertPoint(first);
  if (startsVariadic(function_)) {
    auto *type = llvm::ArrayType::get(builder_.getInt8Ty(), sizeof(PincerVariadicTerms));
    variadicTerms_ = builder_.CreateAlloca(type);
    variadicTerms_->setAlignment(llvm::Align(8));
    algebra_.call("__pincer_rec_variadic_enter", {&function_, variadicTerms_});
  }
  Task task;
  std::vector<std::pair<llvm::Argument *, unsigned>> copies; // and their positions
  unsigned position = 0;
  std::vector<unsigned> positions;
  for (llvm::Argument &argument : function_.args()) {
    if (argument.hasByValAttr())
      copies.emplace_back(&argument, position);
    if (carries(&argument)) {
      task.results.push_back(&argument);
      positions.push_back(position);
    }
    position += leafCount(&argument);
  }
  if (task.results.empty() && copies.empty()) {
    // Terms that nobody needs are not lost: they have arrived.
    if (position > 0)
      builder_.CreateStore(llvm::Constant::getNullValue(builder_.getPtrTy()), callTermsField(0));
    return;
  }
  task.tags.push_back(builder_.CreatePtrToInt(
      builder_.CreateLoad(builder_.getPtrTy(), callTermsField(0)), builder_.getInt64Ty()));
  task.emit = [this, arguments = task.results, positions] {
    algebra_.call("__pincer_rec_enter", {&function_});
    Terms made;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      unsigned index = positions[i], leafNumber = 0;
      for (const Leaf &leaf : leavesOf(arguments[i]->getType(), layout_)) {
        if (!leaf.isTermed() || index >= PINCER_MOST_TERMS_IN_CALL)
          made.push_back(algebra_.noTerm());
        else
          made.push_back(algebra_.callForTerm(
              "__pincer_rec_argument",
              {builder_.getInt32(index), builder_.getInt32(widthOf(leaf.type)),
               algebra_.word(leafValue(builder_, arguments[i], leafNumber, layout_))}));
        ++index;
        ++leafNumber;
      }
    }
    return made;
  };
  add(std::move(task));
  if (copies.empty())
    return;
  flush(first);
  for (const auto &[argument, index] : copies)
    algebra_.call("__pincer_rec_received",
                  {builder_.getInt32(index), argument,
                   builder_.getInt64(layout_.getTypeAllocSize(argument->getParamByValType()))});
}

void TermPropagation::visit(Instruction &instruction) {
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
    return visitPhi(*phi);
  if (isDerived(instruction))
    return visitDerived(instruction);
  builder_.SetInsertPoint(&instruction);
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return visitLoad(*load);
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return visitStore(*store);
  if (auto *exchange = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return visitExchange(*exchange);
  if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return visitExchange(*exchange);
  if (auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
    return visitMemory(*memory);
  if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    if (llvm::isa<llvm::VAStartInst, llvm::VACopyInst>(intrinsic))
      return visitVariadicList(*intrinsic);
    if (!isIgnored(intrinsic->getIntrinsicID()))
      loseOperands(instruction);
    return;
  }
  if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return visitCall(*call);
  if (instruction.isTerminator())
    return visitTerminator(instruction);
  if (auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    if (carries(slot->getArraySize()))
      addEvent(PINCER_EVENT_SIZE, nextPlace(), slot->getArraySize());
    return;
  }
  loseOperands(instruction);
}

// Phis, and what derives from its operands

void TermPropagation::visitPhi(llvm::PHINode &phi) {
  if (!carries(&phi))
    return;
  builder_.SetInsertPoint(&phi);
  Terms terms;
  for (const Leaf &leaf : leavesOf(phi.getType(), layout_))
    terms.push_back(leaf.isTermed() ? static_cast<Value *>(builder_.CreatePHI(
                                          builder_.getInt32Ty(), phi.getNumIncomingValues()))
                                    : algebra_.noTerm());
  terms_[&phi] = terms;
  phis_.emplace_back(&phi, terms);
}

void TermPropagation::fillPhis() {
  for (const auto &[phi, terms] : phis_)
    for (unsigned leaf = 0; leaf < terms.size(); ++leaf)
      if (auto *termPhi = llvm::dyn_cast<llvm::PHINode>(terms[leaf]))
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
          termPhi->addIncoming(termOf(phi->getIncomingValue(i), leaf), phi->getIncomingBlock(i));
}

void TermPropagation::visitDerived(Instruction &instruction) {
  if (!carries(&instruction))
    return;
  Task task;
  task.results.push_back(&instruction);
  task.operands.append(instruction.value_op_begin(), instruction.value_op_end());
  task.emit = [this, &instruction] { return derive(instruction); };
  add(std::move(task));
  // Where in a vector a value is taken from or put is no part of its term.
  if (llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst>(instruction))
    if (Value *index = instruction.getOperand(instruction.getNumOperands() - 1); carries(index))
      addEvent(PINCER_EVENT_VALUE, nextPlace(), index);
}

/// Base and those indices that carry terms, plus one number for everything else.
Value *TermPropagation::deriveAddress(llvm::GetElementPtrInst &address) {
  llvm::MapVector<Value *, llvm::APInt> indices;
  const unsigned width = widthOf(address.getType());
  llvm::APInt constant(width, 0);
  if (!address.collectOffset(layout_, width, indices, constant))
    return algebra_.noTerm();
  llvm::Type *type = builder_.getIntNTy(width);
  Termed sum = algebra_.number(type, 0);
  if (carries(address.getPointerOperand()))
    sum = {builder_.CreatePtrToInt(address.getPointerOperand(), type),
           termOf(address.getPointerOperand())};
  for (const auto &[index, scale] : indices)
    if (carries(index)) {
      const Termed wide = algebra_.resize(termed(index), type, /*isSigned=*/true);
      const Termed scaled =
          algebra_.binary(Instruction::Mul, wide, algebra_.number(type, scale.getZExtValue()));
      sum = algebra_.binary(Instruction::Add, sum, scaled);
    }
  Value *whole = builder_.CreatePtrToInt(&address, type);
  const Termed others = algebra_.concrete(builder_.CreateSub(whole, sum.value));
  return algebra_.binary(Instruction::Add, sum, others, whole).term;
}

// Memory

namespace {

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
  if (carries(pointer) && carries(&load) && isTermed(type) && load.getPointerAddressSpace() == 0)
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
  const bool isWriteThrough =
      carries(pointer) && isTermed(value->getType()) && store.getPointerAddressSpace() == 0;
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

/// Read, compute and write in one: afterwards, if the memory or the operand has a term.
void TermPropagation::visitExchange(llvm::AtomicRMWInst &exchange) {
  Value *pointer = exchange.getPointerOperand(), *operand = exchange.getValOperand();
  checkAddress(pointer, &exchange);
  flush(&exchange);
  llvm::Type *type = exchange.getType();
  const std::uint64_t bytes = layout_.getTypeStoreSize(type);
  if (!isTermed(type)) {
    loseMemory(pointer, bytes, exchange);
    return;
  }
  Instruction *next = exchange.getNextNode();
  builder_.SetInsertPoint(next);
  Task task;
  task.results.push_back(&exchange);
  task.operands.push_back(operand);
  lookAtTags(pointer, bytes, task);
  task.emit = [this, &exchange, pointer, operand, type]() -> Terms {
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
  };
  add(std::move(task));
  flush(next);
}

void TermPropagation::visitExchange(llvm::AtomicCmpXchgInst &exchange) {
  Value *pointer = exchange.getPointerOperand(), *fresh = exchange.getNewValOperand();
  checkAddress(pointer, &exchange);
  flush(&exchange);
  llvm::Type *type = fresh->getType();
  const std::uint64_t bytes = layout_.getTypeStoreSize(type);
  if (!isTermed(type)) {
    loseMemory(pointer, bytes, exchange);
    return;
  }
  Instruction *next = exchange.getNextNode();
  builder_.SetInsertPoint(next);
  Task task;
  task.results.push_back(&exchange);
  task.operands.append({fresh, exchange.getCompareOperand()});
  lookAtTags(pointer, bytes, task);
  task.emit = [this, &exchange, pointer, fresh, type]() -> Terms {
    Value *width = builder_.getInt32(widthOf(type));
    Value *before = builder_.CreateExtractValue(&exchange, 0);
    Value *success = builder_.CreateExtractValue(&exchange, 1);
    Value *old = algebra_.callForTerm("__pincer_rec_load", {pointer, width, algebra_.word(before)});
    const Termed same = algebra_.compare(llvm::CmpInst::ICMP_EQ, {before, old},
                                         termed(exchange.getCompareOperand()), success);
    Value *after = builder_.CreateSelect(success, fresh, before);
    Value *term = builder_.CreateSelect(success, termOf(fresh), old);
    algebra_.call("__pincer_rec_store", {pointer, width, term, algebra_.word(after)});
    return {old, exchange.isWeak() ? algebra_.noTerm() : same.term};
  };
  add(std::move(task));
  flush(next);
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

// Events

Value *TermPropagation::nextPlace() { return builder_.getInt32(nextPlace_++); }

void TermPropagation::addEvent(std::uint32_t kind, Value *place, Value *value) {
  Task task;
  task.operands.push_back(value);
  task.emit = [this, kind, place, value]() -> Terms {
    algebra_.call("__pincer_rec_event",
                  {builder_.getInt32(kind), place, termOf(value),
                   builder_.getInt32(widthOf(value->getType())), algebra_.word(value)});
    return {};
  };
  add(std::move(task));
}

void TermPropagation::addLost(Value *value, std::uint32_t kind) {
  Task task;
  task.operands.push_back(value);
  const unsigned leaves = leafCount(value);
  task.emit = [this, kind, value, leaves]() -> Terms {
    for (unsigned i = 0; i < leaves; ++i)
      if (Value *term = termOf(value, i); !algebra_.isConcrete(term))
        algebra_.call("__pincer_rec_lost", {term, builder_.getInt32(kind)});
    return {};
  };
  add(std::move(task));
}

/// An instruction that can't carry on the terms of its operands.
void TermPropagation::loseOperands(Instruction &instruction) {
  for (Value *operand : instruction.operand_values())
    if (carries(operand))
      addLost(operand, kindOfLoss(instruction));
}

/// An instruction that writes memory in a way without terms.
void TermPropagation::loseMemory(Value *pointer, std::uint64_t bytes, Instruction &instruction) {
  loseOperands(instruction);
  flush(&instruction);
  clearTags(pointer, bytes);
}

llvm::Constant *TermPropagation::caseTable(llvm::ArrayRef<llvm::ConstantInt *> cases) {
  std::vector<std::uint64_t> numbers = {cases.size()};
  for (const llvm::ConstantInt *label : cases)
    numbers.push_back(label->getZExtValue());
  llvm::Constant *table = llvm::ConstantDataArray::get(module_.getContext(), numbers);
  auto *variable =
      new llvm::GlobalVariable(module_, table->getType(), /*isConstant=*/true,
                               llvm::GlobalValue::PrivateLinkage, table, "pincer_cases");
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return variable;
}

void TermPropagation::visitMarker(llvm::CallInst &marker) {
  Value *value = marker.getArgOperand(1), *slot = marker.getArgOperand(0);
  markedInBlock_.insert(value);
  if (!carries(value))
    return;
  if (!isTermed(value->getType())) {
    addLost(value, PINCER_LOST_WIDE);
    return;
  }
  if (marker.getCalledFunction()->getName() == PINCER_BRANCH_MARKER) {
    addEvent(PINCER_EVENT_BRANCH, slot, value);
  } else {
    llvm::SmallVector<llvm::ConstantInt *, 8> cases;
    for (unsigned i = 2; i < marker.arg_size(); ++i)
      cases.push_back(llvm::cast<llvm::ConstantInt>(marker.getArgOperand(i)));
    llvm::Constant *table = caseTable(cases);
    Task task;
    task.operands.push_back(value);
    task.emit = [this, slot, value, table]() -> Terms {
      algebra_.call("__pincer_rec_switch",
                    {slot, termOf(value), builder_.getInt32(widthOf(value->getType())),
                     algebra_.word(value), table});
      return {};
    };
    add(std::move(task));
  }
  flush(&marker);
}

/// Whether a marker in the same block says what the branch would say.
bool TermPropagation::isMarked(Value *condition) const {
  if (markedInBlock_.contains(condition))
    return true;
  const auto *negation = llvm::dyn_cast<llvm::BinaryOperator>(condition);
  return negation && negation->getOpcode() == Instruction::Xor &&
         markedInBlock_.contains(negation->getOperand(0));
}

void TermPropagation::visitTerminator(Instruction &end) {
  if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(&end)) {
    if (branch->isConditional() && carries(branch->getCondition()) &&
        !isMarked(branch->getCondition()))
      addEvent(PINCER_EVENT_CONDITION, nextPlace(), branch->getCondition());
  } else if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) {
    Value *value = choice->getCondition();
    if (carries(value) && !isTermed(value->getType())) {
      addLost(value, PINCER_LOST_WIDE);
    } else if (carries(value) && !isMarked(value)) {
      llvm::SmallVector<llvm::ConstantInt *, 8> cases;
      for (const auto &label : choice->cases())
        cases.push_back(label.getCaseValue());
      llvm::Constant *table = caseTable(cases);
      Value *place = nextPlace();
      Task task;
      task.operands.push_back(value);
      task.emit = [this, place, value, table]() -> Terms {
        algebra_.call("__pincer_rec_choice",
                      {place, termOf(value), builder_.getInt32(widthOf(value->getType())),
                       algebra_.word(value), table});
        return {};
      };
      add(std::move(task));
    }
  } else if (auto *jump = llvm::dyn_cast<llvm::IndirectBrInst>(&end)) {
    if (carries(jump->getAddress()))
      addEvent(PINCER_EVENT_VALUE, nextPlace(), jump->getAddress());
  } else if (auto *result = llvm::dyn_cast<llvm::ReturnInst>(&end)) {
    return visitReturn(*result);
  } else {
    loseOperands(end);
  }
  flush(&end);
}

// Calls

Value *TermPropagation::threadLocalField(llvm::StringRef name, std::uint64_t size,
                                         std::uint64_t offset) {
  llvm::GlobalVariable *block = module_.getGlobalVariable(name);
  if (!block) {
    auto *type = llvm::ArrayType::get(builder_.getInt8Ty(), size);
    block =
        new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::ExternalLinkage, nullptr,
                                 name, nullptr, llvm::GlobalValue::InitialExecTLSModel);
    block->setDSOLocal(true);
    block->setAlignment(llvm::Align(8));
  }
  Value *address = builder_.CreateThreadLocalAddress(block);
  return offset ? builder_.CreateConstGEP1_64(builder_.getInt8Ty(), address, offset) : address;
}

Value *TermPropagation::callTermsField(unsigned field) {
  return threadLocalField(PINCER_CALL_TERMS, sizeof(PincerCallTerms), 8 * field);
}

/// Says what is passed; terms that are on their way make it more. Before the call's own group.
void TermPropagation::passVariadic(llvm::CallBase &call) {
  const auto layout = variadicLayout(call, layout_);
  const unsigned named = call.getFunctionType()->getNumParams();
  if (!layout || isNative(call, definedElsewhere_)) {
    for (unsigned i = named; i < call.arg_size(); ++i)
      if (carries(call.getArgOperand(i)))
        addLost(call.getArgOperand(i), PINCER_LOST_CALL);
    if (!layout)
      return;
  }
  flush(&call);
  builder_.SetInsertPoint(&call);
  const auto field = [this](std::uint64_t offset) {
    return threadLocalField(PINCER_VARIADIC_TERMS, sizeof(PincerVariadicTerms), offset);
  };
  builder_.CreateStore(call.getCalledOperand(), field(offsetof(PincerVariadicTerms, callee)));
  builder_.CreateStore(builder_.getInt32(layout->onStack),
                       field(offsetof(PincerVariadicTerms, onStack)));
  builder_.CreateStore(builder_.getInt32(0), field(offsetof(PincerVariadicTerms, hasTags)));
  for (const VariadicLayout::Place &place : layout->places) {
    Value *argument = call.getArgOperand(place.argument);
    if (call.isByValArgument(place.argument)) {
      algebra_.call(
          "__pincer_rec_variadic_object",
          {builder_.getInt32(place.at), argument,
           builder_.getInt64(layout_.getTypeAllocSize(call.getParamByValType(place.argument)))});
      continue;
    }
    if (!carries(argument))
      continue;
    Task task;
    task.operands.push_back(argument);
    task.emit = [this, argument, at = place.at]() -> Terms {
      const auto leaves = leavesOf(argument->getType(), layout_);
      for (unsigned i = 0; i < leaves.size(); ++i)
        if (leaves[i].isTermed())
          algebra_.call("__pincer_rec_variadic",
                        {builder_.getInt32(at + static_cast<std::uint32_t>(leaves[i].offset)),
                         builder_.getInt32(widthOf(leaves[i].type)), termOf(argument, i),
                         algebra_.word(leafValue(builder_, argument, i, layout_))});
      return {};
    };
    add(std::move(task));
  }
}

/// va_start and va_copy; va_arg is ordinary loads.
void TermPropagation::visitVariadicList(llvm::IntrinsicInst &instruction) {
  flush(&instruction);
  builder_.SetInsertPoint(instruction.getNextNode());
  Value *list = instruction.getArgOperand(0);
  if (llvm::isa<llvm::VAStartInst>(instruction))
    algebra_.call("__pincer_rec_variadic_start", {list, variadicTerms_});
  else // it holds pointers and offsets of the machine's
    algebra_.call("__pincer_rec_fill", {list, builder_.getInt32(0), builder_.getInt64(0),
                                        builder_.getInt64(3 * layout_.getPointerSize())});
}

void TermPropagation::visitCall(llvm::CallBase &call) {
  if (const llvm::Function *callee = call.getCalledFunction()) {
    if (callee->getName() == PINCER_BRANCH_MARKER || callee->getName() == PINCER_SWITCH_MARKER)
      return visitMarker(llvm::cast<llvm::CallInst>(call));
  }
  if (call.isInlineAsm())
    return visitAssembly(call);
  const LibraryCall library(call, definedElsewhere_);
  Value *callee = call.getCalledOperand();
  if (carries(callee))
    addEvent(PINCER_EVENT_VALUE, nextPlace(), callee);
  const unsigned fixed = call.getFunctionType()->getNumParams();
  struct Passed {
    Value *value;
    unsigned leaf, index;
  };
  std::vector<Passed> passed;
  Task task;
  unsigned position = 0;
  bool hasCopies = false;
  if (call.getFunctionType()->isVarArg())
    passVariadic(call);
  for (unsigned i = 0; i < fixed; ++i) {
    Value *argument = call.getArgOperand(i);
    hasCopies |= call.isByValArgument(i);
    const auto leaves = leavesOf(argument->getType(), layout_);
    if (carries(argument) && !call.isByValArgument(i)) {
      if (library.dependsOn(i) && isTermed(argument->getType()))
        addEvent(library.isSize(i) ? PINCER_EVENT_SIZE : PINCER_EVENT_VALUE, nextPlace(), argument);
      else if (library.isKnown())
        addLost(argument, PINCER_LOST_CALL);
      else {
        task.operands.push_back(argument);
        for (unsigned leaf = 0; leaf < leaves.size(); ++leaf)
          if (leaves[leaf].isTermed())
            passed.push_back({argument, leaf, position + leaf});
      }
    }
    position += leaves.size();
  }
  if (!passed.empty()) {
    task.emit = [this, passed, callee]() -> Terms {
      std::uint32_t first = PINCER_PASS_FIRST;
      for (const Passed &one : passed) {
        algebra_.call("__pincer_rec_pass",
                      {callee, builder_.getInt32(one.index | first), termOf(one.value, one.leaf)});
        first = 0;
      }
      return {};
    };
    add(std::move(task));
  }
  flush(&call);
  if (hasCopies)
    passCopies(call, passed.empty());
  if (call.isTerminator() || call.isMustTailCall())
    return;
  takeBack(call, call.getNextNode());
}

/// What a call that returned leaves behind.
void TermPropagation::takeBack(llvm::CallBase &call, Instruction *before) {
  if (const LibraryCall library(call, definedElsewhere_); library.isKnown())
    library.emitEffect(algebra_, before);
  else
    addResults(call, before);
}

void TermPropagation::visitAssembly(llvm::CallBase &call) {
  loseOperands(call);
  flush(&call);
  // What it may write to; the recorder finds out about the rest when it is read.
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (llvm::Type *type = call.getParamElementType(i); type && type->isSized())
      clearTags(call.getArgOperand(i), layout_.getTypeStoreSize(type));
}

/// Objects whose copies the callee gets.
void TermPropagation::passCopies(llvm::CallBase &call, bool isFirst) {
  std::uint32_t first = isFirst ? std::uint32_t(PINCER_PASS_FIRST) : 0u;
  unsigned position = 0;
  for (unsigned i = 0; i < call.getFunctionType()->getNumParams(); ++i) {
    Value *argument = call.getArgOperand(i);
    if (call.isByValArgument(i)) {
      algebra_.call("__pincer_rec_byvalue",
                    {call.getCalledOperand(), builder_.getInt32(position | first), argument,
                     builder_.getInt64(layout_.getTypeAllocSize(call.getParamByValType(i)))});
      first = 0;
    }
    position += leafCount(argument);
  }
}

void TermPropagation::addResults(llvm::CallBase &call, Instruction *before) {
  if (!carries(&call))
    return;
  builder_.SetInsertPoint(before);
  Task task;
  task.results.push_back(&call);
  task.tags.push_back(builder_.CreatePtrToInt(
      builder_.CreateLoad(builder_.getPtrTy(), callTermsField(1)), builder_.getInt64Ty()));
  task.emit = [this, &call]() {
    algebra_.call("__pincer_rec_returned", {call.getCalledOperand()});
    Terms made;
    unsigned index = 0;
    for (const Leaf &leaf : leavesOf(call.getType(), layout_)) {
      if (!leaf.isTermed() || index >= PINCER_MOST_TERMS_IN_CALL)
        made.push_back(algebra_.noTerm());
      else
        made.push_back(algebra_.callForTerm(
            "__pincer_rec_result", {builder_.getInt32(index), builder_.getInt32(widthOf(leaf.type)),
                                    algebra_.word(leafValue(builder_, &call, index, layout_))}));
      ++index;
    }
    return made;
  };
  add(std::move(task));
}

void TermPropagation::visitReturn(llvm::ReturnInst &end) {
  Value *value = end.getReturnValue();
  if (!value || !hasTermedLeaf(value->getType(), layout_)) {
    flush(&end);
    return;
  }
  if (BasicBlock *block = end.getParent(); block->getTerminatingMustTailCall())
    return;
  const auto nothing = [this] {
    builder_.CreateStore(llvm::Constant::getNullValue(builder_.getPtrTy()), callTermsField(1));
  };
  if (!carries(value)) {
    flush(&end);
    nothing();
    return;
  }
  Task task;
  task.operands.push_back(value);
  task.emit = [this, value]() -> Terms {
    std::uint32_t first = PINCER_PASS_FIRST;
    const auto leaves = leavesOf(value->getType(), layout_);
    for (unsigned i = 0; i < leaves.size(); ++i)
      if (leaves[i].isTermed()) {
        algebra_.call("__pincer_rec_give",
                      {&function_, builder_.getInt32(i | first), termOf(value, i)});
        first = 0;
      }
    return {};
  };
  add(std::move(task));
  flush(&end, nothing);
}

} // namespace instrument
